// expect: safe
// Products, quotients, shifts and binary digits of variables, one of which has few values where it stands.
#include <assert.h>
int nondet(void);

int gcd(int a, int b) {
    while (b != 0) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}

int main(void) {
    int k = 2, x = nondet(), n = nondet();
    assert(x * k == x + x);
    if (n >= 1 && n <= 4) {
        int low = 1 << n, rest = x % n;
        assert(low >= 2 && low <= 16);
        assert(rest < n && rest > -n);
        assert((n & low) <= 4);
    }
    assert(gcd(12, 18) >= 0);
    return 0;
}
