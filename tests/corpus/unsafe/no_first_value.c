// expect: unsafe (0 iterations)
// A local variable without initial value may be anything; a global one is zero.
int zero;

int main(void) {
    int any;
    assert(zero == 0);
    assert(any != 7);
    return 0;
}
