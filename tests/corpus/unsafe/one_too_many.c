// expect: unsafe (5 iterations)
// `<=` where `<` is meant.
int main(void) {
    int i, n = 4, used = 0;
    for (i = 0; i <= n; i++) used++;
    assert(used == n);
    return 0;
}
