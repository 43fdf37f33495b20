// Strings are messages, not values.
int main(void) {
    int x = "seven";
    assert("always");
    if (x == "seven") x = 7;
    printf("%d and %s\n", x, "text");
    char c = 'ab', d = '\q';
    puts("not closed);
    return 0;
}
