// expect: safe
#include <assert.h>

int main(void) {
  int n, sum = 0, i;
  scanf("%d", &n);
  if (n < 0 || n > 1000)
    return 1;
  for (i = 1; i <= n; i++)
    sum += i;
  assert(2 * sum == n * (n + 1));
  return 0;
}
