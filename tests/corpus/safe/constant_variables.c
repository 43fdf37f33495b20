// expect: safe
// `const` variables with a constant value are constants: factors, cases, divisors.
const int SIDES = 6;

int main(void) {
    const int twice = 2 * SIDES;
    int thrown = 0, sum = 0;
    while (nondet()) {
        thrown++;
        sum += SIDES;
        switch (sum % SIDES) {
        case SIDES - 6: break;
        case twice: assert(0);
        default: assert(0);
        }
    }
    assert(sum == SIDES * thrown);
    return 0;
}
