// expect: unsafe (1 iteration)
// The body of a `do` loop runs before its condition is looked at.
int main(void) {
    int stock = nondet();
    assume(stock >= 0);
    do {
        stock--;
        assert(stock >= 0);
    } while (stock > 0);
    return 0;
}
