// Arrays whose elements are not followed although they matter, and what is no array.
int table[100];
int main(void) {
    int n = nondet(), i = 0, sum = 0, copy[3] = { 1, 2, 3, 4 };
    int open[n];
    double half[4];
    int none[0], unknown[];
    for (i = 0; i < 100; i++) table[i] = i;
    sum += table[7] + open[0];
    sum += half[1];
    sum = other[i];
    sum = sum[2];
    copy = table;
    sum = copy + 1;
    assert(sum > 0);
    return 0;
}
