//! Columns, their bounds, and the atoms that set them.

use super::{BoundAtom, Col, Farkas, Lia};
use crate::sat::lit::{AtomId, Lit};
use logic::{Int, Linear, Rat, Term};

/// A bound with the literal that set it.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The value; integers only, so no strict bounds are needed.
    pub value: Int,
    /// The literal.
    pub because: Lit,
}

/// A variable of the tableau.
#[derive(Clone, Debug)]
pub struct Column {
    /// The integer part it stands for; nothing for a linear form.
    pub part: Option<Term>,
    /// The parts of a linear form.
    pub form: Vec<(Col, Int)>,
    /// The greatest lower bound asserted.
    pub lower: Option<Bound>,
    /// The least upper bound asserted.
    pub upper: Option<Bound>,
    /// The current value.
    pub value: Rat,
    /// The atoms `column <= bound`, by increasing bound.
    pub atoms: Vec<(Int, AtomId)>,
}

impl Column {
    /// A column without bounds, at zero.
    fn new(part: Option<Term>, form: Vec<(Col, Int)>) -> Column {
        Column { part, form, lower: None, upper: None, value: Rat::ZERO, atoms: Vec::new() }
    }

    /// Whether a value respects the lower bound.
    pub fn above_lower(&self) -> bool {
        self.lower.as_ref().is_none_or(|b| self.value >= Rat::from(&b.value))
    }

    /// Whether a value respects the upper bound.
    pub fn below_upper(&self) -> bool {
        self.upper.as_ref().is_none_or(|b| self.value <= Rat::from(&b.value))
    }

    /// The value that the bounds leave, if there is only one.
    pub fn fixed(&self) -> Option<(&Bound, &Bound)> {
        match (&self.lower, &self.upper) {
            (Some(l), Some(u)) if l.value == u.value => Some((l, u)),
            _ => None,
        }
    }
}

/// A bound to put back.
#[derive(Debug)]
pub struct Undo {
    col: Col,
    is_upper: bool,
    old: Option<Bound>,
}

impl Lia {
    /// The column of an integer part.
    pub fn part(&mut self, t: Term) -> Col {
        if let Some(&c) = self.parts.get(&t) {
            return c;
        }
        let c = self.add_column(Column::new(Some(t), Vec::new()));
        self.parts.insert(t, c);
        c
    }

    fn add_column(&mut self, column: Column) -> Col {
        self.columns.push(column);
        self.tableau.grow();
        self.columns.len() as Col - 1
    }

    /// A state for auxiliary problems, whose columns correspond to no terms.
    pub fn with_columns(n: usize) -> Lia {
        let mut lia = Lia::default();
        for _ in 0..n {
            lia.add_column(Column::new(None, Vec::new()));
        }
        lia
    }

    /// The column of a form over columns of an auxiliary problem; false with the column of its negation. The form must
    /// not be zero.
    pub fn column_of(&mut self, form: &[(Col, Int)]) -> (Col, bool) {
        let sign = !form[0].1.is_negative();
        let form: Vec<(Col, Int)> =
            form.iter().map(|(c, k)| (*c, if sign { k.clone() } else { -k })).collect();
        if let [(c, k)] = &form[..]
            && k.is_one()
        {
            return (*c, sign);
        }
        if let Some(&col) = self.auxiliary.get(&form) {
            return (col, sign);
        }
        let col = self.add_column(Column::new(None, form.clone()));
        self.add_row(col, &form);
        self.auxiliary.insert(form, col);
        (col, sign)
    }

    /// Sets a bound of a column of an auxiliary problem.
    pub fn set_bound(&mut self, col: Col, is_upper: bool, value: Int, tag: Lit) -> Result<(), Farkas> {
        if is_upper {
            self.assert_upper(col, value, tag, &mut Vec::new())
        } else {
            self.assert_lower(col, &value - &Int::ONE, tag, &mut Vec::new())
        }
    }

    /// The current value of a column.
    pub fn column_value(&self, col: Col) -> &Rat {
        &self.columns[col as usize].value
    }

    /// The column of a linear form without its constant; the form is that of an atom, so its coefficients are coprime.
    fn form(&mut self, l: &Linear) -> Col {
        if let [(t, c)] = l.parts()
            && c.is_one()
        {
            return self.part(*t);
        }
        if let Some(&c) = self.forms.get(l.parts()) {
            return c;
        }
        let form: Vec<(Col, Int)> = l.parts().iter().map(|(t, c)| (self.part(*t), c.clone())).collect();
        let col = self.add_column(Column::new(None, form.clone()));
        self.add_row(col, &form);
        self.forms.insert(l.parts().to_vec(), col);
        col
    }

    /// Tells that an atom is the inequality `l <= 0`.
    pub fn register(&mut self, a: AtomId, l: &Linear) {
        let col = self.form(l);
        let bound = -l.constant();
        self.register_bound(a, col, bound);
    }

    fn register_bound(&mut self, a: AtomId, col: Col, bound: Int) {
        if self.atoms.len() <= a as usize {
            self.atoms.resize(a as usize + 1, None);
        }
        if self.atoms[a as usize].is_some() {
            return;
        }
        let list = &mut self.columns[col as usize].atoms;
        let at = list.partition_point(|(b, _)| *b < bound);
        list.insert(at, (bound.clone(), a));
        self.atoms[a as usize] = Some(BoundAtom { col, bound });
    }

    /// The value that an atom would have under the current values, as a first guess for a decision.
    pub fn guess(&self, a: AtomId) -> Option<bool> {
        let b = self.atoms.get(a as usize)?.as_ref()?;
        Some(self.columns[b.col as usize].value <= Rat::from(&b.bound))
    }

    /// Asserts a literal over an atom known here. Literals over the same column that now follow are added to `implied`.
    pub fn assert(&mut self, lit: Lit, implied: &mut Vec<Lit>) -> Result<(), Farkas> {
        let Some(Some(BoundAtom { col, bound })) = self.atoms.get(lit.atom() as usize).cloned() else {
            return Ok(());
        };
        if lit.positive() {
            self.assert_upper(col, bound, lit, implied)
        } else {
            self.assert_lower(col, bound, lit, implied)
        }
    }

    fn assert_upper(&mut self, col: Col, bound: Int, lit: Lit, implied: &mut Vec<Lit>) -> Result<(), Farkas> {
        let column = &self.columns[col as usize];
        if column.upper.as_ref().is_some_and(|u| u.value <= bound) {
            return Ok(());
        }
        if let Some(l) = &column.lower
            && l.value > bound
        {
            return Err(vec![(l.because, Rat::ONE), (lit, Rat::ONE)]);
        }
        let first = column.atoms.partition_point(|(b, _)| *b < bound);
        let old = column.upper.as_ref().map(|u| &u.value);
        let weaker = column.atoms[first..].iter().take_while(|(b, _)| old.is_none_or(|o| b < o));
        implied.extend(weaker.map(|&(_, a)| Lit::new(a, true)));
        let column = &mut self.columns[col as usize];
        let old = column.upper.replace(Bound { value: bound, because: lit });
        self.undo.push(Undo { col, is_upper: true, old });
        self.after_bound(col);
        Ok(())
    }

    /// `lit` is the negation of `col <= bound`.
    fn assert_lower(&mut self, col: Col, bound: Int, lit: Lit, implied: &mut Vec<Lit>) -> Result<(), Farkas> {
        let column = &self.columns[col as usize];
        let least = &bound + &Int::ONE;
        if column.lower.as_ref().is_some_and(|l| l.value >= least) {
            return Ok(());
        }
        if let Some(u) = &column.upper
            && u.value < least
        {
            return Err(vec![(u.because, Rat::ONE), (lit, Rat::ONE)]);
        }
        let end = column.atoms.partition_point(|(b, _)| *b < least);
        let old = column.lower.as_ref().map(|l| &l.value);
        let weaker = column.atoms[..end].iter().rev().take_while(|(b, _)| old.is_none_or(|o| b >= o));
        implied.extend(weaker.map(|&(_, a)| Lit::new(a, false)));
        let column = &mut self.columns[col as usize];
        let old = column.lower.replace(Bound { value: least, because: lit });
        self.undo.push(Undo { col, is_upper: false, old });
        self.after_bound(col);
        Ok(())
    }

    /// Restores the invariant of [`Lia`] after a column's bound got tighter.
    fn after_bound(&mut self, col: Col) {
        self.changed.push(col);
        let column = &self.columns[col as usize];
        if self.tableau.row_of(col).is_some() {
            self.suspect(col);
            return;
        }
        let target = match (&column.lower, &column.upper) {
            (Some(l), _) if column.value < Rat::from(&l.value) => Rat::from(&l.value),
            (_, Some(u)) if column.value > Rat::from(&u.value) => Rat::from(&u.value),
            _ => return,
        };
        self.move_column(col, target);
    }

    /// The literals that leave a column one value: those of its lower and of its upper bound.
    pub fn fixed_by(&self, col: Col) -> Option<(Lit, Lit)> {
        self.columns[col as usize].fixed().map(|(l, u)| (l.because, u.because))
    }

    /// A column's lower and upper bound, with the literals that set them.
    pub fn bounds_of(&self, col: Col) -> [Option<(Int, Lit)>; 2] {
        let column = &self.columns[col as usize];
        let pair = |b: &Option<Bound>| b.as_ref().map(|b| (b.value.clone(), b.because));
        [pair(&column.lower), pair(&column.upper)]
    }

    /// A column as a sum of integer parts.
    pub fn linear_of(&self, col: Col) -> Linear {
        let column = &self.columns[col as usize];
        let parts = |(c, k): &(Col, Int)| Some((self.columns[*c as usize].part?, k.clone()));
        match column.part {
            Some(t) => Linear::part(t),
            None => Linear::from_parts(column.form.iter().filter_map(parts).collect(), Int::ZERO),
        }
    }

    /// Where undoing can come back to.
    pub fn mark(&self) -> usize {
        self.undo.len()
    }

    /// Undoes the bounds set after a mark.
    pub fn backtrack(&mut self, mark: usize) {
        while self.undo.len() > mark {
            let Some(Undo { col, is_upper, old }) = self.undo.pop() else { break };
            let column = &mut self.columns[col as usize];
            if is_upper {
                column.upper = old;
            } else {
                column.lower = old;
            }
        }
    }
}
