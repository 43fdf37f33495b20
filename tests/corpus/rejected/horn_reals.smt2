(set-logic HORN)
(declare-fun P (Real) Bool)
(check-sat)
