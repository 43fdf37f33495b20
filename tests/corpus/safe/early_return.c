// expect: safe
// `return` out of the middle of a loop in a function.
int find(int limit) {
    for (int i = 0; i < limit; i++) {
        if (nondet()) return i;
    }
    return -1;
}

int main(void) {
    int at = find(30);
    assert(at == -1 || (0 <= at && at < 30));
    return 0;
}
