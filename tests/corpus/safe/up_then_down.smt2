; expect: safe
; Something is counted up, for as long as one likes, and then down, never below zero.
(set-logic HORN)
(declare-fun Up (Int) Bool)
(declare-fun Down (Int) Bool)
(assert (Up 0))
(assert (forall ((x Int)) (=> (Up x) (Up (+ x 1)))))
(assert (forall ((x Int)) (=> (Up x) (Down x))))
(assert (forall ((x Int)) (=> (and (Down x) (> x 0)) (Down (- x 1)))))
(assert (forall ((x Int)) (=> (and (Down x) (< x 0)) false)))
(check-sat)
