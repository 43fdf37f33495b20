// Pointers whose targets are not certain, and pointers to other things than numbers.
#include <stddef.h>
int *shared;
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int (*callback)(int);
char *name(void) { return 0; }
int main(int argc, char *argv[]) {
    int x = 1, y = 2;
    int *p, *q = &x, *null = NULL;
    int **far = &q;
    char *narrow = (char *) &x;
    swap(&x, shared);
    x = *shared + callback(2);
    if (x > 3) q = &y;
    *p = 4;
    x = *null;
    **far = 3;
    *narrow = 1;
    if (argv[0] == NULL) x = 2;
    x = *(x + 1);
    *name() = 'a';
    q = x > 1 ? &x : &y;
    x = *q;
    *q = 5;
    x = q;
    if (q < p) x = 7;
    assert(x > 0);
    return 0;
}
