// Calls with the wrong arguments, and values where there are none.
void silent(int a) { a++; }
int two(int a, int b) { return a + b; }
int broken(int a) { return; }
void full(void) { return 3; }
int main(void) {
    int x = silent(3);
    x = two(1);
    x = two(1, 2, 3) + two();
    assert();
    assert(x > 0, x < 3);
    assume(x == 1, "message");
    if (silent(2)) x = 1;
    x = x > 0 ? silent(1) : 2;
    x = (1)(2);
    abs();
    __builtin_expect(x, x++);
    scanf();
    scanf(x);
    scanf("%d %d", &x);
    scanf("%d", x);
    scanf("%d", x + 1);
    scanf("%f%s", &x, &x);
    scanf("%d", &5);
    klee_make_symbolic(x, 4, "x");
    return 0;
}
