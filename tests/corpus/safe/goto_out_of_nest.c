// expect: safe
// A `goto` out of two loops at once.
int main(void) {
    int i, j = 0;
    for (i = 0; i < 6; i++) {
        for (j = 0; j < 6; j++) {
            if (nondet()) goto found;
        }
    }
    assert(i == 6);
    return 0;
found:
    assert(i < 6 && j < 6);
    return 0;
}
