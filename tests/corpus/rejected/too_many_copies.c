// Each call is replaced by the function's body: this makes four to the seventh.
int a(int x) { return x + 1; }
int b(int x) { return a(a(a(a(x)))); }
int c(int x) { return b(b(b(b(x)))); }
int d(int x) { return c(c(c(c(x)))); }
int e(int x) { return d(d(d(d(x)))); }
int f(int x) { return e(e(e(e(x)))); }
int g(int x) { return f(f(f(f(x)))); }
int main(void) {
    assert(g(g(g(g(0)))) > 0);
    return 0;
}
