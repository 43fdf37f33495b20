// expect: safe
// `?:` as a value, nested, and with a side effect in only one branch.
int main(void) {
    int x = nondet(), calls = 0, sign;
    sign = x > 0 ? 1 : x < 0 ? -1 : 0;
    int size = sign == 0 ? (calls++, 0) : sign * 1 == 1 ? x : -x;
    assert(size >= 0);
    assert((calls == 1) == (x == 0));
    while (size > 0) size = size > 2 ? size - 3 : 0;
    assert(size == 0);
    return 0;
}
