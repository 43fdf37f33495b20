(declare-rel P (Int))
(rule (P 0))
(query P)
