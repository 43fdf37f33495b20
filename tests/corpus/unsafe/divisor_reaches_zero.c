// expect: unsafe (4 iterations)
// The divisor counts down to zero, for which C defines no quotient.
#include <assert.h>

int main(void) {
    int sum = 0, n = 3;
    while (sum < 30) {
        sum += 12 / n;
        n--;
    }
    assert(sum > 0);
    return 0;
}
