; expect: unsafe
; A purse takes coins of two while there is room, and the second coin brings four.
(set-logic HORN)
(declare-fun Purse (Int Bool) Bool)
(assert (forall ((x Int)) (=> (= x 0) (Purse x false))))
(assert (forall ((x Int) (full Bool)) (=> (and (Purse x full) (not full)) (Purse (+ x 2) (>= x 2)))))
(assert (forall ((x Int)) (=> (and (Purse x true) (= x 4)) false)))
(check-sat)
