// expect: safe
// A loop inside a loop.
int main(void) {
    int row, column, cells = 0;
    for (row = 0; row < 10; row++) {
        for (column = 0; column < 3; column++) {
            cells++;
            assert(cells > 0);
        }
    }
    assert(cells >= 0 && row == 10);
    return 0;
}
