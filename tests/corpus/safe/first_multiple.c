// expect: safe
// `break` ends the search, and the loop's condition is not evaluated again.
int main(void) {
    int start = nondet();
    assume(start > 0);
    int i = start;
    while (i < start + 7) {
        if (i % 7 == 0) break;
        i++;
    }
    assert(i <= start + 7);
    assert(i >= start);
    return 0;
}
