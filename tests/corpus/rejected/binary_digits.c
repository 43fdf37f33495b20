// Operations on binary digits that are not exact for integers of any size, where something depends on them.
int main(void) {
    int x = nondet(), y = nondet(), flags = 0;
    flags = x & y;
    flags |= x;
    flags = x ^ y;
    x <<= y;
    x = 1 << -1;
    y = (x & 3) + (x >> 2) + (~x) + ((x > 0) & (y > 0));
    assert(x > y + flags);
    return 0;
}
