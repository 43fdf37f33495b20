// expect: safe
// A function with a loop, called twice: each call has variables and a loop of its own.
extern int nondet(void);

int add_up(int from, int steps) {
    int sum = from;
    for (int i = 0; i < steps; i++) sum += 2;
    return sum;
}

int main(void) {
    int steps = nondet();
    int first, second;
    if (steps < 0) return 0;
    first = add_up(0, steps);
    second = add_up(1, steps);
    assert(first % 2 == 0);
    assert(second % 2 == 1);
    return 0;
}
