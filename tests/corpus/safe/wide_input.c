// expect: safe
// What comes from outside has the range of its type; a cast to a wider type keeps the value.
int main(void) {
    short small = __VERIFIER_nondet_short();
    unsigned long large = __VERIFIER_nondet_ulong();
    unsigned count = __VERIFIER_nondet_unsigned();
    long sum = (long) count;
    while (nondet()) {
        sum += (long) 2;
    }
    assert(sum >= 0);
    assert((unsigned long) large >= 0);
    return (int) small;
}
