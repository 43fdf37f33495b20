// expect: safe
// A macro that is a statement, in the usual wrapping.
#define LIMIT 20
#define SPEND(amount)              \
    do {                           \
        if (purse >= (amount))     \
            purse -= (amount);     \
        else                       \
            debts++;               \
    } while (0)

int main(void) {
    int purse = LIMIT, debts = 0;
    for (int day = 0; day < 30; day++) {
        if (nondet())
            SPEND(3);
        else
            SPEND(7);
    }
    assert(purse >= 0);
    assert(debts >= 0);
}
