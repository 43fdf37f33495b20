// Numbers that are none, and signs of mathematics.
int main(void) {
    int a = 08, b = 0x, c = 12abc, d = 1_000;
    int e = 5ull + 0b12, f = 0xfg;
    a = b ≠ c;
    a = b ≤ 3 ∧ c;
    größe = 2;
    a = b @ c;
    a = "text" ' ;
    return `a`;
}
