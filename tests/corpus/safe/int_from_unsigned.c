// expect: safe
// 0xffffffff converted to int is -1.
#include <assert.h>
int main() {
  unsigned int ones = 0xffffffff;
  int x = ones;
  while (x < 0) { x++; }
  assert(x == 0);
  return 0;
}
