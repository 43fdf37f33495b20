// expect: safe
// A product, a fraction, a string and memory that no assertion depends on are left out.
#include <assert.h>
#include <stdlib.h>
int nondet(void);
int square(int x) { return x * x; }
int area;
int main(void) {
    char *name = "count";
    int x = nondet(), steps = 0, *seen = malloc(4 * sizeof(int));
    double mean = 0;
    area = square(x) + 1;
    while (steps < 4) {
        seen[steps] = area;
        mean += steps / 4.0;
        steps++;
    }
    if (mean > 1.5) printf("%s: %f\n", name, mean);
    free(seen);
    assert(steps == 4);
    return 0;
}
