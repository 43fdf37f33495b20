// expect: safe
// Inner variables hide outer ones of the same name, and leave them as they are.
int x = 1;

int main(void) {
    int i = 40;
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        int x = i;
        { int i = 100; sum += x; x = i; }
    }
    assert(i == 40);
    assert(x == 1);
    assert(sum >= 0);
    return 0;
}
