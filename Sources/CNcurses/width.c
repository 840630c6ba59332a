// Columns of one code point, from the C library's tables, whatever locale the user runs under.

#include "cncurses.h"

#include <locale.h>
#include <pthread.h>
#include <stdatomic.h>
#include <wchar.h>

enum { CODE_POINTS = 0x110000, UNKNOWN = 0, BIAS = 2 };

// Zero-filled, so only the pages that are asked about ever become resident. A byte holds width + BIAS.
static _Atomic unsigned char widths[CODE_POINTS];
static pthread_once_t locale_once = PTHREAD_ONCE_INIT;
static locale_t utf8_locale;

static void open_locale(void) {
  static const char *const names[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8", "POSIX.UTF-8"};
  for (unsigned i = 0; i < sizeof names / sizeof *names && !utf8_locale; i++)
    utf8_locale = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
}

int cn_width(uint32_t code_point) {
  if (code_point >= CODE_POINTS) return -1;
  unsigned char known = atomic_load_explicit(&widths[code_point], memory_order_relaxed);
  if (known != UNKNOWN) return (int)known - BIAS;
  pthread_once(&locale_once, open_locale);
  int width = code_point < 0x7F ? 1 : -1;
  if (utf8_locale) {
    locale_t before = uselocale(utf8_locale);
    width = wcwidth((wchar_t)code_point);
    uselocale(before);
  }
  if (width < -1 || width > 2) width = -1;
  // Two threads that meet here store the same byte.
  atomic_store_explicit(&widths[code_point], (unsigned char)(width + BIAS), memory_order_relaxed);
  return width;
}
