// Parameters as before 1989, a function inside a function, assembler, statements in expressions.
int add(a, b) int a; int b; { return a + b; }
int main(void) {
    int inner(int x) { return x; }
    int y = ({ int t = 3; t; });
    asm("nop");
    __asm__ volatile ("nop" : : "r"(y));
    y = (int){ 3 };
    else y = 2;
    return y;
}
