// expect: safe
// The second loop undoes the first one.
int main(void) {
    int n = nondet(), x = 0;
    for (int i = 0; i < n; i++) x++;
    while (x > 0) x--;
    assert(x == 0);
    return 0;
}
