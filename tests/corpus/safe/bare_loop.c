// expect: safe
// A bare fragment, without functions: declarations, a loop, an assertion.
int x = 0;
int y = 50;
while (x < 50) {
    x = x + 1;
    y = y - 1;
}
assert(y == 0);
