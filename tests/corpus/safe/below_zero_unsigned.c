// expect: safe
// An unsigned number is never negative: counted down below zero it wraps to the greatest one.
int main(void) {
    unsigned left = 0;
    while (nondet()) {
        left--;
        assert(left >= 0);
    }
    return 0;
}
