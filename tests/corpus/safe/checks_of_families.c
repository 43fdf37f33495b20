// expect: safe
// Checks of families of benchmarks, declared and not defined.
extern void klee_assume(int);
extern void sassert(int);
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
void __goblint_check(int);
void ldv_assert(const char *, int);
#define likely(x) __builtin_expect(!!(x), 1)

int main(void) {
    int x, y = 0;
    klee_make_symbolic(&x, sizeof(x), "x");
    klee_assume(x > 3);
    __ESBMC_assume(x < 9);
    __CPROVER_assume(x != 5);
    while (likely(y < x)) y++;
    sassert(y == x);
    __ESBMC_assert(y > 3, "lower");
    __CPROVER_assert(y < 9, "upper");
    __goblint_check(y != 5);
    ldv_assert("both", y != 5 && x != 5);
    if (y > 100) reach_error();
    return 0;
}
