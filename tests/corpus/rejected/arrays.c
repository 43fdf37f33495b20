// Arrays: one error for each declaration, none for the uses of what is declared.
int table[10];
int main(void) {
    int i, sum = 0, copy[3] = { 1, 2, 3 };
    for (i = 0; i < 10; i++) {
        table[i] = i;
        sum += table[i] + copy[0];
    }
    sum = other[i];
    assert(sum > 0);
    return 0;
}
