// Strings are messages, not values.
int main(void) {
    int x = "seven";
    assert("always");
    if (x == "seven") x = 7;
    printf("%d and %s\n", x, "text");
    char c = 'ab', d = '\q', word[2] = "word";
    char *text = "text";
    assert(text[0] == 't' && x > 0);
    puts("not closed);
    return 0;
}
