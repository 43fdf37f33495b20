// expect: safe
// Conditions of the preprocessor: `defined`, comparisons, arithmetic, macros, limits; texts and further arguments of macros.
#include <stdio.h>
#include <assert.h>
#define LIMIT 8
#define TWICE(x) (2 * (x))
#define CHECK(c) do { if (!(c)) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #c); assert(0); } } while (0)
#define LOG(format, ...) printf(format, ##__VA_ARGS__)

#if defined(DEBUG) || defined VERBOSE && LIMIT > 100
#error not this one
#elif TWICE(LIMIT) == 16 && INT_MAX > 0xffff && !defined(LIMITED) && (LIMIT & 3) == 0 && 'a' < 'b'
enum { STEP = LIMIT / 4 };
#else
#error nor this one
#endif
#ifdef STEP
#undef LIMIT
#endif

int main(void) {
    int x = 0;
    LOG("start\n");
    while (x < LIMIT) {
        LOG("%d of %d\n", x, LIMIT);
        x += STEP;
    }
    CHECK(x == 8);
    return EXIT_SUCCESS;
}
