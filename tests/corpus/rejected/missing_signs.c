// Missing semicolons, parentheses and braces: reading goes on behind each.
int main(void) {
    int x = 3
    int y = 2;
    x = x + 1
    y = 2 y;
    while x < 10 {
        x++;
    }
    if (x > 3
        y = 1;
    for (x = 0, x < 3; x++) y--;
    do { y++; } until (y > 3);
    x = (y + 2;
    assert(x == y;
    return x
}

int unclosed(void) {
    if (1) {
        return 2;
