(set-logic HORN)
(declare-fun c () Int)
(check-sat)
