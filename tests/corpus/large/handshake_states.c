// expect: safe
// A handshake as a state machine: one loop, fifteen states, and branches on what the other side chooses to do. The
// session must not be counted as open unless the key exchange has come to its end.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 100;   /* hello is to be sent */
    int resumed = 0;   /* an old session is taken up again */
    int certificate = 0;
    int exchanged = 0; /* how far the key exchange is: 0, 1, 2 */
    int renewals = 0;
    int open = 0;

    while (__VERIFIER_nondet_int() != 0) {
        if (state == 100) {
            state = 110;
        } else if (state == 110) {
            /* hello sent; the answer says whether the session is resumed */
            resumed = __VERIFIER_nondet_int() != 0 ? 1 : 0;
            state = 120;
        } else if (state == 120) {
            if (resumed == 1) {
                state = 190;
            } else {
                state = 130;
            }
        } else if (state == 130) {
            if (__VERIFIER_nondet_int() > 0) {
                certificate = 1;
            }
            state = 140;
        } else if (state == 140) {
            if (certificate == 1) {
                state = 150;
            } else {
                state = 145;
            }
        } else if (state == 145) {
            /* an anonymous exchange: the other side may insist on a certificate */
            if (__VERIFIER_nondet_int() == 0) {
                state = 250;
            } else {
                state = 150;
            }
        } else if (state == 150) {
            exchanged = 1;
            state = 160;
        } else if (state == 160) {
            if (__VERIFIER_nondet_int() < 0) {
                state = 170;
            } else {
                state = 180;
            }
        } else if (state == 170) {
            /* the proof of the certificate */
            if (certificate == 0) {
                state = 250;
            } else {
                state = 180;
            }
        } else if (state == 180) {
            exchanged = 2;
            state = 200;
        } else if (state == 190) {
            /* the old keys serve once more */
            exchanged = 2;
            if (renewals > 2) {
                state = 250;
            } else {
                state = 200;
            }
        } else if (state == 200) {
            state = 210;
        } else if (state == 210) {
            open = 1;
            state = 220;
        } else if (state == 220) {
            if (__VERIFIER_nondet_int() == 7) {
                /* the keys are renewed */
                open = 0;
                exchanged = 0;
                certificate = 0;
                if (renewals < 3) {
                    renewals = renewals + 1;
                }
                state = 100;
            }
        } else {
            /* 250: the handshake has failed, and all is forgotten */
            exchanged = 0;
            open = 0;
        }
        if (open == 1 && exchanged != 2) {
            __VERIFIER_error();
        }
        if (state == 180 && exchanged == 0) {
            __VERIFIER_error();
        }
    }
    return 0;
}
