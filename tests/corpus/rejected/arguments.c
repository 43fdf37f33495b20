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
    return 0;
}
