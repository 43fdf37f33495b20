// expect: safe
// What each kind of input may be.
int main(void) {
    while (1) {
        int any = __VERIFIER_nondet_int();
        _Bool flag = __VERIFIER_nondet_bool();
        char letter = __VERIFIER_nondet_char();
        unsigned char byte = __VERIFIER_nondet_uchar();
        unsigned short port = __VERIFIER_nondet_ushort();
        long wide = __VERIFIER_nondet_long();
        assert(flag == 0 || flag == 1);
        assert(letter >= -128 && letter <= 127);
        assert(byte >= 0 && byte <= 255);
        assert(port >= 0);
        if (any == wide) continue;
        assert(any < wide || any > wide);
    }
}
