#ifndef CNCURSES_H
#define CNCURSES_H
int cn_placeholder(void);
#endif
