// What cannot be assigned.
enum { FIXED = 3 };
const int limit = 5;
int main(void) {
    int x = 1, y = 2;
    const int start = nondet();
    limit = 6;
    FIXED++;
    start += 1;
    x + y = 3;
    5 = x;
    increase() = 2;
    (x = 1) = 2;
    x == 4;
    ++(x + 1);
    return 0;
}
