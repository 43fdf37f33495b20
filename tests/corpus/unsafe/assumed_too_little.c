// expect: unsafe (3 iterations)
// The price may be more than what is left.
extern int unknown(void);
void __VERIFIER_assume(int);

int main(void) {
    int budget = 10;
    do {
        int price = unknown();
        __VERIFIER_assume(price >= 1 && price <= 4);
        budget -= price;
    } while (budget > 0);
    assert(budget == 0);
    return 0;
}
