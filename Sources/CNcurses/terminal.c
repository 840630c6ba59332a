// ncursesw: start and stop, cells out. Input is read and decoded by the caller, because ncurses knows only the
// keys that terminfo names, and neither pasted text nor SGR mouse reports under most TERMs.

#include "cncurses.h"
#include "modes.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

enum { LARGEST = 4096 };

static SCREEN *screen;
static FILE *in_stream, *out_stream;
static int out_descriptor = -1;
static struct termios first_modes;
static int in_descriptor = -1;
static int is_direct, is_xterm, mouse_on, has_left;
static cchar_t *line;
static int line_capacity;

static const char MOUSE_ON[] = "\033[?1000h\033[?1002h\033[?1006h";
static const char MOUSE_OFF[] = "\033[?1006l\033[?1002l\033[?1000l";
static const char PASTE_ON[] = "\033[?2004h";
static const char PASTE_OFF[] = "\033[?2004l";

static const char *capability(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (char *)-1 ? NULL : value;
}

const char *cn_capability(const char *name) { return screen ? capability(name) : NULL; }

// Appends a capability without its padding ($<5/>): nothing that a crash writes waits.
static long append(char *into, long at, long capacity, const char *text) {
  while (text && *text && at < capacity) {
    if (text[0] == '$' && text[1] == '<') {
      const char *end = strchr(text, '>');
      if (end) {
        text = end + 1;
        continue;
      }
    }
    into[at++] = *text++;
  }
  return at;
}

// What puts the terminal right after a crash, in the order in which endwin does it.
static void prepare_way_out(void) {
  char bytes[1024];
  long at = 0, capacity = sizeof bytes;
  // Ends whatever sequence the crash cut through.
  at = append(bytes, at, capacity, "\030\033\\");
  if (is_xterm) {
    at = append(bytes, at, capacity, MOUSE_OFF);
    at = append(bytes, at, capacity, PASTE_OFF);
  }
  at = append(bytes, at, capacity, capability("op"));
  at = append(bytes, at, capacity, capability("rmacs"));
  at = append(bytes, at, capacity, capability("sgr0"));
  at = append(bytes, at, capacity, capability("cnorm"));
  at = append(bytes, at, capacity, capability("rmkx"));
  const char *leave_alternate = capability("rmcup");
  const char *move = capability("cup");
  if (!leave_alternate && move) at = append(bytes, at, capacity, tiparm(move, LINES - 1, 0));
  at = append(bytes, at, capacity, leave_alternate ? leave_alternate : "\r\n");
  cn_guard_sequence(bytes, at);
}

void cn_send(const void *all, long count) {
  const char *bytes = all;
  while (count > 0) {
    long written = write(out_descriptor, bytes, (size_t)count);
    if (written < 0) {
      if (errno == EINTR) continue;
      struct pollfd ready = {.fd = out_descriptor, .events = POLLOUT};
      if (errno == EAGAIN && poll(&ready, 1, 1000) > 0) continue;
      return;
    }
    bytes += written;
    count -= written;
  }
}

static void send_text(const char *text) { cn_send(text, (long)strlen(text)); }

static void modes_on(void) {
  if (!is_xterm) return;
  send_text(PASTE_ON);
  if (mouse_on) send_text(MOUSE_ON);
}

static void modes_off(void) {
  if (!is_xterm) return;
  if (mouse_on) send_text(MOUSE_OFF);
  send_text(PASTE_OFF);
}

static void close_streams(void) {
  if (in_stream) fclose(in_stream);
  if (out_stream) fclose(out_stream);
  in_stream = out_stream = NULL;
}

static FILE *stream(int descriptor, const char *mode) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  return copy < 0 ? NULL : fdopen(copy, mode);
}

cn_result cn_start(const char *term, int input, int output, int utf8, int mouse) {
  if (screen) return CN_BUSY;
  struct termios modes;
  if (tcgetattr(input, &modes) != 0) return CN_NO_MODES;
  // The widths that ncurses reckons with must be those that cn_width told.
  if (!setlocale(LC_CTYPE, utf8 ? "C.UTF-8" : "C")) setlocale(LC_CTYPE, "");
  in_stream = stream(input, "r");
  out_stream = stream(output, "w");
  if (!in_stream || !out_stream) {
    close_streams();
    return CN_NO_MODES;
  }
  use_env(FALSE);
  use_tioctl(TRUE);
  screen = newterm((char *)term, out_stream, in_stream);
  if (!screen) {
    tcsetattr(input, TCSADRAIN, &modes);
    close_streams();
    return CN_UNKNOWN_TERMINAL;
  }
  if (!capability("cup")) {
    endwin();
    delscreen(screen);
    screen = NULL;
    tcsetattr(input, TCSADRAIN, &modes);
    close_streams();
    return CN_CANNOT_MOVE_CURSOR;
  }
  out_descriptor = fileno(out_stream);
  in_descriptor = fileno(in_stream);
  first_modes = modes;
  is_direct = tigetflag("RGB") > 0 || tigetnum("RGB") > 0;
  is_xterm = capability("kmous") != NULL && strncmp(term, "linux", 5) != 0;
  mouse_on = mouse;
  has_left = 0;
  cn_guard_begin(input, out_descriptor, &modes);
  prepare_way_out();
  cn_signals_install();

  raw();
  noecho();
  nonl();
  // Keys that make signals do so even while the program is busy. Nothing queued is thrown away for that: half a
  // control sequence would be left.
  struct termios ours;
  if (tcgetattr(input, &ours) == 0) {
    ours.c_lflag |= ISIG | NOFLSH;
    ours.c_cc[VMIN] = 1;
    ours.c_cc[VTIME] = 0;
    tcsetattr(input, TCSADRAIN, &ours);
    def_prog_mode();
  }
  keypad(stdscr, TRUE);
  curs_set(0);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  int width, height;
  cn_size(&width, &height);
  cn_resize(width, height);
  cn_flush(-1, -1);
  cn_stderr_hold();
  modes_on();
  return CN_OK;
}

void cn_stop(void) {
  if (!screen) return;
  if (!has_left) {
    modes_off();
    curs_set(1);
    endwin();
    fflush(out_stream);
    tcsetattr(in_descriptor, TCSADRAIN, &first_modes);
  }
  cn_guard_end();
  cn_stderr_release();
  cn_signals_remove();
  delscreen(screen);
  screen = NULL;
  free(line);
  line = NULL;
  line_capacity = 0;
  close_streams();
}

void cn_leave(void) {
  if (!screen || has_left) return;
  has_left = 1;
  modes_off();
  curs_set(1);
  endwin();
  fflush(out_stream);
  cn_guard_end();
  cn_stderr_release();
}

void cn_enter(void) {
  if (!screen || !has_left) return;
  has_left = 0;
  cn_signals_install();
  // The modes to come back to are those from the start: what another program left behind is not its business.
  cn_guard_resume();
  reset_prog_mode();
  // ncurses takes the keypad mode for still on, though endwin switched it off.
  keypad(stdscr, FALSE);
  keypad(stdscr, TRUE);
  curs_set(0);
  clearok(curscr, TRUE);
  wnoutrefresh(stdscr);
  doupdate();
  cn_stderr_hold();
  modes_on();
}

int cn_colors(void) { return has_colors() ? COLORS : 0; }
int cn_pairs(void) { return COLOR_PAIRS; }
int cn_is_direct(void) { return is_direct; }
int cn_has_mouse(void) { return is_xterm; }

void cn_set_mouse(int on) {
  if (on == mouse_on) return;
  mouse_on = on;
  if (is_xterm && !has_left) send_text(on ? MOUSE_ON : MOUSE_OFF);
}

void cn_size(int *width, int *height) {
  struct winsize size;
  *width = COLS;
  *height = LINES;
  if (ioctl(out_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    *width = size.ws_col;
    *height = size.ws_row;
  }
  if (*width > LARGEST) *width = LARGEST;
  if (*height > LARGEST) *height = LARGEST;
}

void cn_resize(int width, int height) {
  // Not resizeterm, which also queues a KEY_RESIZE for a reader that is not there.
  if (width != COLS || height != LINES) resize_term(height, width);
  werase(stdscr);
  clearok(curscr, TRUE);
  prepare_way_out();
}

void cn_set_pair(int pair, int foreground, int background) {
  init_extended_pair(pair, foreground, background);
}

static attr_t attributes_of(uint32_t bits) {
  attr_t result = A_NORMAL;
  if (bits & CN_BOLD) result |= A_BOLD;
  if (bits & CN_DIM) result |= A_DIM;
  if (bits & CN_ITALIC) result |= A_ITALIC;
  if (bits & CN_UNDERLINE) result |= A_UNDERLINE;
  if (bits & CN_REVERSE) result |= A_REVERSE;
  return result;
}

void cn_put(int y, int x, const cn_cell *cells, int count) {
  if (!screen || has_left || count <= 0) return;
  if (count > line_capacity) {
    cchar_t *larger = realloc(line, (size_t)count * sizeof *line);
    if (!larger) return;
    line = larger;
    line_capacity = count;
  }
  for (int i = 0; i < count; i++) {
    wchar_t text[5] = {0};
    for (int j = 0; j < 4; j++) text[j] = (wchar_t)cells[i].points[j];
    int pair = cells[i].pair;
    attr_t attributes = attributes_of(cells[i].attributes);
    if (setcchar(&line[i], text, attributes, 0, &pair) != OK) {
      text[0] = L'?';
      text[1] = 0;
      setcchar(&line[i], text, attributes, 0, &pair);
    }
  }
  mvadd_wchnstr(y, x, line, count);
}

void cn_repaint(void) {
  if (screen) clearok(curscr, TRUE);
}

void cn_flush(int y, int x) {
  if (!screen || has_left) return;
  curs_set(x >= 0);
  if (x >= 0) wmove(stdscr, y, x);
  wnoutrefresh(stdscr);
  doupdate();
}
