// Directives and macros that cannot be read.
#define SQUARE(x) ((x) * (x))
#define JOIN(a, b) a ## b
#define TEXT(a) #a
#define LAST(a, ...) a
#define 3 4
#define
#include "local.h"
#if SIZE > 3
int in_part = 1;
#endif
#elif 1
#endif
#unknown
#error this part is not finished
int main(void) {
    int x = SQUARE(2, 3);
    int y = SQUARE(x);
    y = SQUARE;
    x # y;
    x = SQUARE(1;
    return 0;
}
#ifdef OPEN
