// expect: unsafe (7 iterations)
// The second loop goes down by two and misses zero.
int main(void) {
    int x = 0;
    while (x < 5) x++;
    while (x > 1) x -= 2;
    assert(x == 0);
    return 0;
}
