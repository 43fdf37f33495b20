// Pointers, addresses, and what pointers point to.
#include <stddef.h>
int *shared;
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int (*callback)(int);
char *name(void) { return 0; }
int main(int argc, char *argv[]) {
    int x = 1;
    swap(&x, shared);
    x = *shared + callback(2);
    scanf("%d", &x);
    if (argv[0] == NULL) x = 2;
    x = *(x + 1);
    return 0;
}
