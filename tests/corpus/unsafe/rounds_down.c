// expect: unsafe (0 iterations)
// Division of a negative number does not round down.
int main(void) {
    int x = nondet();
    int half = x / 2;
    assert(2 * half <= x);
    return 0;
}
