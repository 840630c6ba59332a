// What terminal.c and signals.c share: the terminal that must be put right before the process ends.
#ifndef CN_MODES_H
#define CN_MODES_H

#include <termios.h>

// Describes how to put the terminal right. `bytes` are copied; they are what a crash writes.
void cn_guard_begin(int input, int output, const struct termios *modes);
void cn_guard_sequence(const char *bytes, long count);
void cn_guard_end(void);
// Guards again, with what `begin` was told.
void cn_guard_resume(void);

// Signal handlers for the time that the screen is up.
void cn_signals_install(void);
void cn_signals_remove(void);

// stderr goes into a memory file while the screen is up, so that nobody's message lands in the middle of it,
// and comes out when the terminal is right again.
void cn_stderr_hold(void);
void cn_stderr_release(void);

#endif
