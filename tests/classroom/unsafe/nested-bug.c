// expect: unsafe
#include <assert.h>

int main(void) {
  int count = 0;
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 4; j++)
      count++;
  assert(count == 12);
}
