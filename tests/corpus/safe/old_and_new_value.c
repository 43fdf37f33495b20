// expect: safe
// `x++` has the old value, `++x` the new one; assignments have the value assigned.
int main(void) {
    int x = 0, old, new, copy;
    while (x < 9) {
        old = x++;
        new = ++x;
        copy = (old = old + 2);
        assert(new == copy);
    }
    assert(x == 10);
}
