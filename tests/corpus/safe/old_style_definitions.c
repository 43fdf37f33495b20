// expect: safe
// The types of parameters behind the list, and `int` where no type is said.
#include <assert.h>

int larger(a, b)
    int a, b;
{
    return a > b ? a : b;
}

char letter(position) unsigned char position; { return 'a' + position; }

main(argc, argv)
    int argc;
    char **argv;
{
    int i, top = 0;
    for (i = 0; i < 6; i++) top = larger(i, top);
    assert(top == 5 && "the last one is the largest");
    assert(letter(2) == 'c');
    assert(argc >= 0);
    return 0;
}
