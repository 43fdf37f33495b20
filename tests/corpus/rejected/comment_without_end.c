// A comment that does not end.
int main(void) {
    int x = 0; /* counts
    while (x < 3) x++;
    return 0;
}
