; No two integers differ by a third. Plain branch and bound runs for ever here.
(set-logic QF_LIA)
(set-option :produce-proofs true)
(declare-const x Int)
(declare-const y Int)
(assert (= (- (* 3 x) (* 3 y)) 1))
(check-sat)
