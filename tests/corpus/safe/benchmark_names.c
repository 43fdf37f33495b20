// expect: safe
// Choices and checks under the names that collections of benchmarks use.
extern int unknown(void);
extern int unknown1();
int nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);

int main(void) {
    int budget = unknown1();
    int spent = 0;
    __VERIFIER_assume(budget >= 0 && budget <= 50);
    while (unknown() && budget > 0) {
        int price = nondet_int();
        __VERIFIER_assume(price >= 1 && price <= budget);
        budget -= price;
        spent += price;
    }
    __VERIFIER_assert(spent + budget <= 50);
    return 0;
}
