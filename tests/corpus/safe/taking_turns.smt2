; expect: safe
; Two players add one by turns, and only even numbers are the first one's.
(set-logic HORN)
(declare-fun First (Int) Bool)
(declare-fun Second (Int) Bool)
(assert (First 0))
(assert (forall ((x Int)) (=> (First x) (Second (+ x 1)))))
(assert (forall ((x Int)) (=> (Second x) (First (+ x 1)))))
(assert (forall ((x Int)) (=> (and (First x) (= (mod x 2) 1)) false)))
(check-sat)
