// expect: safe
// Calls as arguments of calls; parameters that have the names of the caller's variables.
int max(int a, int b) { return a > b ? a : b; }

int clamp(int x) { return max(0, max(x, 0) > 9 ? 9 : x); }

int main(void) {
    int x = 0, a = 5;
    while (nondet()) {
        x = clamp(x + a);
        a = -a;
    }
    assert(x >= 0 && x <= 9);
}
