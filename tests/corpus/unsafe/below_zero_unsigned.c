// expect: unsafe (1 iteration)
// Integers are mathematical: an unsigned variable that is counted down below zero is negative, and does not wrap.
int main(void) {
    unsigned left = 0;
    while (nondet()) {
        left--;
        assert(left >= 0);
    }
    return 0;
}
