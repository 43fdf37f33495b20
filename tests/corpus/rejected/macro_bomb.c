// Macros that repeat one another until nothing fits.
#define A 1 + 1
#define B A + A + A + A + A + A + A + A
#define C B + B + B + B + B + B + B + B
#define D C + C + C + C + C + C + C + C
#define E D + D + D + D + D + D + D + D
#define F E + E + E + E + E + E + E + E
#define G F + F + F + F + F + F + F + F
int main(void) {
    int x = G;
    return x;
}
