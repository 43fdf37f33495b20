// expect: safe
// A loop made by `goto` alone.
int main(void) {
    int x = 0;
    int y = 0;
again:
    if (x == 100) goto end;
    x = x + 1;
    y = y + 1;
    goto again;
end:
    assert(y == 100);
    return 0;
}
