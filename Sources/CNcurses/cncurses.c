#include "cncurses.h"
int cn_placeholder(void) { return 0; }
