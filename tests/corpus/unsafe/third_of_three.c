// expect: unsafe (2 iterations)
// Three assertions; the last one alone can fail.
int main(void) {
    int low = 0, high = 7;
    while (low < high) {
        low += 3;
        high -= 1;
        assert(low >= 3);
        assert(high >= 4);
    }
    assert(low <= high);
    return 0;
}
