// expect: safe
// As verification competitions write it: declarations with attributes, an assertion that is a function, an error that is
// reached.
extern void abort(void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void __assert_fail (const char *__assertion, const char *__file,
      unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
void reach_error() { __assert_fail("0", "example.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) { abort(); }
}
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: { reach_error(); abort(); }
  }
  return;
}
# 18 "example.c"
int main() {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0);
  int i = 0, j = n;
  while (i < n) {
    i++;
    j--;
  }
  __VERIFIER_assert(j == 0);
  return 0;
}
