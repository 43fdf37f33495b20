// expect: unsafe (0 iterations)
// Both truth values are possible.
int main(void) {
    _Bool day = __VERIFIER_nondet_bool();
    if (day) return 0;
    reach_error();
}
