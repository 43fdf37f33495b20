// expect: unsafe
// Three withdrawals are allowed, and the account holds enough for two.
#include <assert.h>
extern int nondet(void);

int pay(int amount) {
  return nondet() ? amount : 0;
}

int main(void) {
  int balance = 250, day = 0;
  while (day < 3) {
    balance -= pay(100);
    day++;
  }
  assert(balance >= 0);
  return 0;
}
