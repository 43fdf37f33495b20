// expect: safe
// 255 + 1 is 0 in an unsigned char.
#include <assert.h>
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int m = n;
  while (n > 0) { n--; }
  assert(n == 0);
  unsigned char c = 255;
  c++;
  assert(c == 0);
  return 0;
}
