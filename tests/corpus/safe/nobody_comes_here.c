// expect: safe
// Code that cannot be reached may say what it wants.
int main(void) {
    int x = 3;
    if (0) assert(0);
    while (0) { x = 4; }
    do { if (x == 3) break; assert(0); } while (1);
    return x;
    assert(x == 7);
}
