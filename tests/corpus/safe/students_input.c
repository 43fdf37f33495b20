// expect: safe
// Input as it is read in a first course: `scanf` with and without its result, `getchar`, `rand`, `abs`.
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>

int main(int argc, char *argv[]) {
    int n, sum = 0, left = 3;
    short low = 7;
    unsigned char byte;
    if (argc < 2) {
        fprintf(stderr, "usage: %s number\n", argv[0]);
        return 1;
    }
    n = atoi(argv[1]);
    printf("A number, please: ");
    if (scanf("%d", &n) != 1) n = 1;
    if (n < 0) n = abs(n);
    assert(n >= 0);
    int read = scanf("%hd %hhu", &low, &byte);
    assert(read >= -1 && read <= 2);
    if (read < 1) assert(low == 7);
    scanf("%2d", &sum);
    assert(sum >= -9 && sum <= 99);
    while (left > 0 && getchar() != EOF) {
        assert(rand() >= 0);
        left--;
    }
    assert(left >= 0);
    return EXIT_SUCCESS;
}
