// The one door to ncursesw, terminal modes and signals. No type, macro or global of ncurses leaves this
// target: Swift cannot import most of them, and strict concurrency refuses the rest.
//
// One thread calls everything here, unless a line says otherwise.
#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdint.h>

// width.c

// Columns of a code point in a UTF-8 locale: 0, 1, 2, or -1 for one that cannot be printed. Any thread.
int cn_width(uint32_t code_point);

// terminal.c

enum { CN_BOLD = 1, CN_DIM = 2, CN_ITALIC = 4, CN_UNDERLINE = 8, CN_REVERSE = 16 };

// One column or two: a base code point and up to three combining marks, unused places 0.
typedef struct cn_cell {
  uint32_t points[4];
  int32_t pair;
  uint32_t attributes;
} cn_cell;

typedef enum cn_result {
  CN_OK = 0,
  CN_BUSY,
  CN_NO_MODES,
  CN_UNKNOWN_TERMINAL,
  CN_CANNOT_MOVE_CURSOR
} cn_result;

// Takes over the terminal of these descriptors, as the terminfo entry `term` describes it. With `utf8` 0 only
// ASCII may be put. Returns CN_OK or what went wrong; then the terminal is as it was.
cn_result cn_start(const char *_Nonnull term, int input, int output, int utf8, int mouse);
// Gives the terminal back. May be called at any time, any number of times.
void cn_stop(void);
// Gives the terminal to another program, and takes it back. Between the two nothing may be put.
void cn_leave(void);
void cn_enter(void);

int cn_colors(void);  // 0 when there are none
int cn_pairs(void);
int cn_is_direct(void);  // colours are 0xRRGGBB, but 0 to 7 are palette entries
int cn_has_mouse(void);  // the terminal is of the xterm sort, which knows mouse and bracketed paste
void cn_set_mouse(int on);
// What terminfo says for a string capability such as "kcuu1", or NULL.
const char *_Nullable cn_capability(const char *_Nonnull name);

// Columns and rows as the kernel has them, or as terminfo says if it has none.
void cn_size(int *_Nonnull columns, int *_Nonnull rows);
void cn_resize(int columns, int rows);
// -1 is the terminal's default.
void cn_set_pair(int pair, int foreground, int background);
void cn_put(int y, int x, const cn_cell *_Nonnull cells, int count);
// The next flush draws everything, not trusting what the terminal shows.
void cn_repaint(void);
// Sends what was put. The cursor is hidden when `x` is negative.
void cn_flush(int y, int x);
// Sends bytes as they are, past ncurses.
void cn_send(const void *_Nonnull bytes, long count);

// signals.c

typedef enum cn_signal_bits {
  CN_RESIZED = 1,
  CN_INTERRUPTED = 2,
  CN_TERMINATED = 4,
  CN_HUNG_UP = 8,
  CN_QUIT = 16,
  CN_STOPPED = 32,
  CN_CONTINUED = 64,
} cn_signal_bits;

// A pipe whose reading end becomes readable on every signal; made once, never closed, both ends non-blocking.
// Returns the ends, or -1 and leaves errno.
int cn_wake_pipe(int *_Nonnull reading, int *_Nonnull writing);
// Writes one byte into it. Any thread, any signal handler.
void cn_wake(void);
// The signals since the last call, as bits.
unsigned cn_take_signals(void);
// While another program has the terminal, Ctrl-C and Ctrl-Backslash are its, and Ctrl-Z stops both.
void cn_hand_over(int handed_over);
// Stops the process as Ctrl-Z does without us, and returns when it goes on.
void cn_stop_process(void);

#endif
