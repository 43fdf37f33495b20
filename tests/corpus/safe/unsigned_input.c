// expect: safe
// A value of an unsigned type that comes from outside is not negative.
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned long k;
    unsigned i = 0;
    assert(k >= 0);
    while (i < n) i++;
    assert(i == n);
    return 0;
}
