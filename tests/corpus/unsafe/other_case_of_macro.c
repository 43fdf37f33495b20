// expect: unsafe (0 iterations)
// A macro without parentheses is not what it looks like.
#define TWICE(v) v + v

int main(void) {
    int x = 3;
    assert(3 * TWICE(x) == 18);
    return 0;
}
