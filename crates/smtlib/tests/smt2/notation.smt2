; Every notation once: chains, quoted symbols, keywords and comments where they may stand, numbers of any length.
(set-info :smt-lib-version |2.6|)
(set-info :source |
  A text of several lines ; no comment, nor (a list
|)
(set-info :status sat)
(set-info :notes "a ""string"" ; with all that )( ")
(set-logic QF_LIA)(declare-const |x| Int)(declare-const |a (strange) name;| Int)
(declare-const x! Int) (declare-const b0 Bool) (declare-const b1 Bool) (declare-const b2 Bool)
(assert(< 0 x |a (strange) name;| x! 100)) ; a chain
(assert (= 3 x (- x! |a (strange) name;|
   )))
(assert (distinct x x! 50 |a (strange) name;|)) (assert (xor b0 b1 b2))
(assert (=> b0 b1 b2 false)) (assert (! (or b0 b1 (not b2)) :pattern (x y z) :weight 3 :strange))
(assert (>= (* 2 3 x) (+ 1 x 1 1) (- (- 5) 3 4)))
(check-sat)
(get-value (x |x| (+ x) (- 3) (xor b2 b1 b0)))
(get-value (123456789012345678901234567890 (* 123456789012345678901234567890 1000000000000000000000) 007 -12))
(echo "done ; really (")
; a comment at the end without a line break
; the last