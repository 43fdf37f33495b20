// Words that make no type, variables of no type, and names that are declared twice.
long char odd;
unsigned signed int both;
void nothing;
int twice = 1;
int twice = 2;
int int_ = 1, for = 2;
int f(int a, int a) { int a = 1; return a; }
int f(void) { return 2; }
int f2 = 3;
int f2(int);
typeof(int) guessed;
_Complex double z;
int main(void) {
    int x;
    char x;
    _Atomic int shared;
    return sizeof(int) + sizeof x;
}
