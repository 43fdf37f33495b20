// expect: unsafe
#include <assert.h>

int nondet_int(void);

int main(void) {
  int low = 0, high = 100;
  while (low < high) {
    int mid = low + (high - low) / 2;
    assert(mid >= low && mid < high);
    if (nondet_int())
      low = mid + 1;
    else
      high = mid - 1;
  }
  assert(low == high);
}
