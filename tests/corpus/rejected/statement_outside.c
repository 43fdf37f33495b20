// A statement outside of the functions, beside `main`.
int x = 1;
x = 2;
int main(void) { assert(x == 2); return 0; }
while (x > 0) x--;
}
