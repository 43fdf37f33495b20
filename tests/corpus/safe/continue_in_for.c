// expect: safe
// `continue` goes to the step of a `for` loop, not to its head.
int main(void) {
    int i, odd = 0;
    for (i = 0; i < 10; ++i) {
        if (i % 2 == 0) continue;
        odd++;
    }
    assert(odd <= i);
    assert(i == 10);
    return 0;
}
