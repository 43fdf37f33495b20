// expect: safe
// Two variables in the head of a `for` loop.
int main(void) {
    int low, high;
    for (low = 0, high = 10; low < high; low++, high--) {
        assert(low + high == 10);
    }
    assert(low == 5 && high == 5);
}
