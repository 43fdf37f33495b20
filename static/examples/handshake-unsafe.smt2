; expect: unsafe
; A request is to be answered before the next one; the answer may come twice.
(set-logic HORN)
(declare-fun Idle (Int Int) Bool)
(declare-fun Asked (Int Int Bool) Bool)
(assert (Idle 0 0))
(assert (forall ((asks Int) (answers Int)) (=> (Idle asks answers) (Asked (+ asks 1) answers false))))
(assert (forall ((asks Int) (answers Int) (again Bool))
  (=> (Asked asks answers again) (Idle asks (+ answers 1)))))
(assert (forall ((asks Int) (answers Int) (again Bool))
  (=> (and (Asked asks answers again) (not again)) (Asked asks (+ answers 1) true))))
(assert (not (exists ((asks Int) (answers Int)) (and (Idle asks answers) (> answers (+ asks 1))))))
(check-sat)
