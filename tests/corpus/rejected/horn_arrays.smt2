(set-logic HORN)
(declare-fun P ((Array Int Int) Int) Bool)
(check-sat)
