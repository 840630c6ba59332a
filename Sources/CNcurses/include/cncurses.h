// The one door to ncursesw, terminal modes and signals. No type, macro or global of ncurses leaves this
// target: Swift cannot import most of them, and strict concurrency refuses the rest.
#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdint.h>

// Columns of a code point in a UTF-8 locale: 0, 1, 2, or -1 for one that cannot be printed. Any thread.
int cn_width(uint32_t code_point);

#endif
