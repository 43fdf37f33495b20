; expect: safe
; A loop in a loop: at Outer i rounds are done, at Inner the i-th is under way.
(set-logic HORN)
(declare-fun Outer (Int Int) Bool)
(declare-fun Inner (Int Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (Outer 0 n))))
(assert (forall ((i Int) (n Int)) (=> (and (Outer i n) (< i n)) (Inner i 0 n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (Inner i j n) (< j 3)) (Inner i (+ j 1) n))))
(assert (forall ((i Int) (j Int) (n Int)) (=> (and (Inner i j n) (>= j 3)) (Outer (+ i (- j 2)) n))))
(assert (forall ((i Int) (n Int)) (=> (and (Outer i n) (>= i n) (distinct i n)) false)))
(check-sat)
