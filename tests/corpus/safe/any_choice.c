// expect: safe
// `*` as papers write it: either way, or any number.
int x = 1;
while (*) {
    if (*) x = x + 2;
    else if (* && x > 3) x = x - 2;
}
if (x % 2 == 0) error();
