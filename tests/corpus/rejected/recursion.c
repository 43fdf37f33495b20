// Functions that call themselves, directly and in a circle; nobody calls the last one, so it may.
int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
int is_odd(int n);
int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
int unused(int n) { return unused(n); }
int main(void) {
    assert(sum(3) == 6);
    assert(is_even(4));
    return 0;
}
