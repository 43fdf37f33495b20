// expect: safe
// `&`, `|` and `^` of truth values.
int main(void) {
    int a = 0, b = 0;
    _Bool p = __VERIFIER_nondet_bool(), q = __VERIFIER_nondet_bool();
    while (nondet()) {
        a = (p & q) | (!p & !q);
        b = p ^ q;
        assert(a + b == 1);
        p = !p;
    }
    assert(a + b <= 1);
    assert(!(a > 0 & b > 0));
    return 0;
}
