// Directives and macros that cannot be read.
#define SQUARE(x) ((x) * (x))
#define JOIN(a, b) a ## b
#define TEXT(a) #b
#define LAST(a, ..., b) a
#define 3 4
#define
#include "local.h"
#if SIZE > 
int in_part = 1;
#endif
#elif 1
#endif
#if 1 / 0
#elif (1
#elif defined(3)
#elif "text" || 1
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
