// expect: unsafe (2 iterations)
// An assertion by its name alone.
extern void my_assert(int holds);
int main(void) {
    int x = 0;
    while (x < 2) x++;
    my_assert(x == 1);
    return 0;
}
