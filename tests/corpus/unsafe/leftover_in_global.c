// expect: unsafe (3 iterations)
// The second call finds what the first one has left behind.
int sum;

int total(int n) {
    for (int i = 0; i < n; i++) sum += 5;
    return sum;
}

int main(void) {
    int first = total(1);
    int second = total(2);
    assert(second == 2 * first);
    return 0;
}
