// expect: unsafe (0 iterations)
// The remainder of a negative number is negative.
int main(void) {
    int day = nondet();
    day = (day - 1) % 7;
    assert(day >= 0);
    return 0;
}
