// Functions without body whose names sound like checks or failures: what they are is not guessed.
extern void check(int);
extern void require_positive(int n);
void handle_error(const char *text);
void assert_equal(int a, int b);
int assume_not(int);
int check_status(void);
void my_assert(int);
int main(void) {
    int x = nondet();
    check(x > 0);
    check(x > 1);
    require_positive(x);
    if (x > 3) handle_error("x");
    assert_equal(x, 3);
    assume_not(x);
    if (check_status()) return 1;
    my_assert(x > 2, x > 3);
    verify(x);
    panic();
    return 0;
}
