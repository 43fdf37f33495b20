// expect: safe
// `exit` and `abort` end the program, so nothing behind them fails.
#include <stdlib.h>

int checked(int x) {
    if (x < 0) abort();
    if (x > 100) exit(EXIT_FAILURE);
    return x;
}

int main(void) {
    int total = 0, rounds = 0;
    while (nondet()) {
        total = checked(total + checked(nondet()));
        rounds++;
        assert(0 <= total && total <= 100);
    }
    return 0;
}
