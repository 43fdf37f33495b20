// Parameters as before 1989 that do not fit, a function inside a function, assembler, statements in expressions.
int add(a, b) int a; int c; { return a + b; }
int sub(a, b);
int mul(a, int b) int a; { return a; }
int main(void) {
    int inner(int x) { return x; }
    int y = ({ int t = 3; t; });
    asm("nop");
    __asm__ volatile ("nop" : : "r"(y));
    y = (int){ 3 };
    else y = 2;
    return y;
}
