// expect: unsafe (0 iterations)
// `scanf` may read less than what is asked for; then the variables keep their values.
#include <stdio.h>
#include <assert.h>
int main(void) {
    int a = 1, b = 2;
    int count = scanf("%d,%d", &a, &b);
    assert(count < 1 || b == 2);
    return 0;
}
