// Signals while the screen is up, and the terminal put right on every way out.
//
// How this works: handlers only set bits and write a byte into a pipe that the event loop polls; the loop does
// the rest. Two cases cannot wait for a loop. A fatal signal (and a second SIGINT or SIGTERM while the first has
// not been fetched, which means that the loop is stuck) puts the terminal right there and then, with nothing but
// async-signal-safe calls (write, tcsetattr, sigaction, raise; POSIX.1-2017, 2.4.3), from bytes prepared before,
// and then dies of that same signal.

#include "cncurses.h"
#include "modes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int wake_ends[2] = {-1, -1};
static _Atomic unsigned pending;
static atomic_int handed_over;

static atomic_int guarded;
static int guard_input = -1, guard_output = -1;
static pid_t guard_process;
static struct termios guard_modes;
// Two buffers, so that a handler never sees one half written.
static struct {
  char bytes[1024];
  long count;
} sequences[2];
static atomic_int current_sequence;

static atomic_int held_stderr = -1;  // where stderr really goes
static int stderr_file = -1;

static const int polite[] = {SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT};
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS};
enum { POLITE = sizeof polite / sizeof *polite, FATAL = sizeof fatal / sizeof *fatal, SIGNALS = 65 };
static struct sigaction before[SIGNALS];
static int installed;
static char alternate_stack[64 * 1024];

int cn_wake_pipe(int *reading, int *writing) {
  if (wake_ends[0] < 0 && pipe2(wake_ends, O_NONBLOCK | O_CLOEXEC) != 0) return -1;
  *reading = wake_ends[0];
  *writing = wake_ends[1];
  return 0;
}

static void write_all(int descriptor, const char *bytes, long count) {
  while (count > 0) {
    long written = write(descriptor, bytes, (size_t)count);
    if (written < 0) {
      if (errno == EINTR) continue;
      // Another program may have left the descriptor non-blocking; a terminal that takes nothing for a
      // second will not take the rest either.
      struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
      if (errno == EAGAIN && poll(&ready, 1, 1000) > 0) continue;
      return;
    }
    bytes += written;
    count -= written;
  }
}

void cn_wake(void) {
  int error = errno;
  // A full pipe is as awake as a pipe can be.
  long written = write(wake_ends[1], "u", 1);
  (void)written;
  errno = error;
}

unsigned cn_take_signals(void) { return atomic_exchange(&pending, 0); }

// MARK: the way out

void cn_guard_begin(int input, int output, const struct termios *modes) {
  guard_input = input;
  guard_output = output;
  guard_modes = *modes;
  guard_process = getpid();
  atomic_store(&guarded, 1);
}

void cn_guard_sequence(const char *bytes, long count) {
  int next = 1 - atomic_load(&current_sequence);
  if (count > (long)sizeof sequences[next].bytes) count = sizeof sequences[next].bytes;
  memcpy(sequences[next].bytes, bytes, (size_t)count);
  sequences[next].count = count;
  atomic_store(&current_sequence, next);
}

void cn_guard_end(void) { atomic_store(&guarded, 0); }
void cn_guard_resume(void) { atomic_store(&guarded, 1); }

void cn_stderr_hold(void) {
  if (atomic_load(&held_stderr) >= 0 || !isatty(STDERR_FILENO)) return;
  int file = memfd_create("stderr", MFD_CLOEXEC);
  if (file < 0) return;
  int real = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (real < 0 || dup2(file, STDERR_FILENO) < 0) {
    close(file);
    if (real >= 0) close(real);
    return;
  }
  stderr_file = file;
  atomic_store(&held_stderr, real);
}

// Async-signal-safe. At most the last 16 KiB: the end of a message is what tells.
void cn_stderr_release(void) {
  int real = atomic_exchange(&held_stderr, -1);
  if (real < 0) return;
  dup2(real, STDERR_FILENO);
  off_t end = lseek(stderr_file, 0, SEEK_END);
  off_t at = end > 16384 ? end - 16384 : 0;
  char bytes[1024];
  long count;
  while ((count = pread(stderr_file, bytes, sizeof bytes, at)) > 0) {
    write_all(real, bytes, count);
    at += count;
  }
  close(stderr_file);
  close(real);
}

// Async-signal-safe.
static void put_right(void) {
  // A child that ends before it becomes another program leaves its parent's screen alone.
  if (getpid() != guard_process) return;
  if (atomic_exchange(&guarded, 0)) {
    // In the background the terminal belongs to somebody else, and touching it would stop us.
    if (tcgetpgrp(guard_input) == getpgrp()) {
      int index = atomic_load(&current_sequence);
      write_all(guard_output, sequences[index].bytes, sequences[index].count);
      tcsetattr(guard_input, TCSANOW, &guard_modes);
    }
  }
  cn_stderr_release();
}

static void at_exit(void) { put_right(); }

static void die_of(int number) {
  put_right();
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigaction(number, &standard, NULL);
  raise(number);  // held back until the handler returns
}

// MARK: handlers

static void on_fatal(int number, siginfo_t *info, void *context) {
  (void)context;
  put_right();
  struct sigaction next = before[number];
  if (!(next.sa_flags & SA_SIGINFO) && next.sa_handler == SIG_IGN) next.sa_handler = SIG_DFL;
  sigaction(number, &next, NULL);
  // A fault of the processor happens again by itself, with its address, for whoever handled it before us. A
  // breakpoint does not, nor does what another process sent.
  if (number == SIGTRAP || info->si_code <= 0) raise(number);
}

static void on_polite(int number) {
  int error = errno;
  unsigned bit = 0;
  switch (number) {
    case SIGWINCH: bit = CN_RESIZED; break;
    case SIGINT: bit = CN_INTERRUPTED; break;
    case SIGTERM: bit = CN_TERMINATED; break;
    case SIGHUP: bit = CN_HUNG_UP; break;
    case SIGQUIT: bit = CN_QUIT; break;
    case SIGTSTP: bit = CN_STOPPED; break;
    case SIGCONT: bit = CN_CONTINUED; break;
    default: break;
  }
  int theirs = atomic_load(&handed_over) && (number == SIGINT || number == SIGQUIT);
  if (!theirs) {
    unsigned already = atomic_fetch_or(&pending, bit);
    unsigned ends = CN_INTERRUPTED | CN_TERMINATED | CN_HUNG_UP | CN_QUIT;
    if (already & bit & ends) die_of(number);
    long written = write(wake_ends[1], "s", 1);
    (void)written;
  }
  errno = error;
}

static void handle(int number) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_polite;
  action.sa_flags = SA_RESTART;
  sigaction(number, &action, NULL);
}

void cn_signals_install(void) {
  static int has_exit_handler;
  if (!has_exit_handler) {
    has_exit_handler = 1;
    atexit(at_exit);
  }
  if (!installed) {
    for (int i = 0; i < POLITE; i++) sigaction(polite[i], NULL, &before[polite[i]]);
    for (int i = 0; i < FATAL; i++) sigaction(fatal[i], NULL, &before[fatal[i]]);
    atomic_store(&pending, 0);
    stack_t now;
    if (sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_DISABLE)) {
      // Without a stack of its own the handler could not run after a stack overflow.
      stack_t ours = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
      sigaltstack(&ours, NULL);
    }
  }
  installed = 1;
  for (int i = 0; i < POLITE; i++) {
    // What the parent had ignored (nohup) stays ignored.
    int number = polite[i];
    int ignored = !(before[number].sa_flags & SA_SIGINFO) && before[number].sa_handler == SIG_IGN;
    if (!(ignored && number != SIGWINCH && number != SIGCONT)) handle(number);
  }
  for (int i = 0; i < FATAL; i++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fatal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(fatal[i], &action, NULL);
  }
}

void cn_signals_remove(void) {
  if (!installed) return;
  installed = 0;
  for (int i = 0; i < POLITE; i++) sigaction(polite[i], &before[polite[i]], NULL);
  for (int i = 0; i < FATAL; i++) sigaction(fatal[i], &before[fatal[i]], NULL);
}

void cn_hand_over(int now) {
  atomic_store(&handed_over, now);
  if (now)
    sigaction(SIGTSTP, &before[SIGTSTP], NULL);
  else
    cn_signals_install();
}

void cn_stop_process(void) {
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &standard, NULL);
  // To this thread, so that it stops here and not a few instructions later. In an orphaned process group the
  // kernel ignores it: nobody could continue us.
  raise(SIGTSTP);
  cn_signals_install();
  atomic_fetch_and(&pending, ~(unsigned)(CN_STOPPED | CN_CONTINUED));
}
