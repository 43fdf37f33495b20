//! The rows of the simplex tableau: integer equations, sparse, each solved for one basic column.

use super::Col;
use logic::{Int, order};

/// The position of a row.
pub type RowId = u32;

/// An equation `sum of coefficient * column = 0`.
///
/// Invariant: columns increase; coefficients are coprime and not zero; the basic column's coefficient is positive, and it
/// occurs in no other row.
#[derive(Clone, Debug)]
pub struct Row {
    /// The column that the row is solved for.
    pub basic: Col,
    /// The columns with their coefficients.
    pub entries: Vec<(Col, Int)>,
}

impl Row {
    /// A column's coefficient; zero when absent.
    pub fn coefficient(&self, col: Col) -> Int {
        match self.entries.binary_search_by_key(&col, |e| e.0) {
            Ok(i) => self.entries[i].1.clone(),
            Err(_) => Int::ZERO,
        }
    }
}

/// What numbers beyond the machine word cost.
#[derive(Clone, Copy, Default, Debug)]
pub struct Long {
    /// The binary digits of the largest.
    pub digits: u64,
    /// For each the square of its length in words, which is what reducing it by a common divisor takes.
    pub work: u64,
}

impl Long {
    /// Counts a number, if it is long.
    pub fn count(&mut self, k: &Int) {
        if k.to_i64().is_none() {
            let words = k.bits().div_ceil(64);
            self.digits = self.digits.max(k.bits());
            self.work += words * words;
        }
    }
}

/// All rows, with an index from columns to the rows that mention them.
#[derive(Default)]
pub struct Tableau {
    rows: Vec<Row>,
    row_of: Vec<Option<RowId>>,
    /// By column, in increasing order: a column may occur in thousands of rows.
    uses: Vec<Vec<RowId>>,
}

impl Tableau {
    /// Room for one more column, not in any row.
    pub fn grow(&mut self) {
        self.row_of.push(None);
        self.uses.push(Vec::new());
    }

    /// The row that a column is basic in, if it is basic.
    pub fn row_of(&self, col: Col) -> Option<RowId> {
        self.row_of[col as usize]
    }

    /// A row.
    pub fn row(&self, id: RowId) -> &Row {
        &self.rows[id as usize]
    }

    /// The rows that mention a column, in increasing order.
    pub fn uses(&self, col: Col) -> &[RowId] {
        &self.uses[col as usize]
    }

    /// Adds the row `basic = form` for a new column; basic columns in the form are replaced by their rows.
    pub fn add(&mut self, basic: Col, form: &[(Col, Int)]) -> RowId {
        let mut entries: Vec<(Col, Int)> = form.iter().map(|(c, k)| (*c, -k)).collect();
        entries.push((basic, Int::ONE));
        order::sort_by_key(&mut entries, |e| e.0);
        for (c, _) in form {
            if let Some(r) = self.row_of[*c as usize] {
                entries = eliminate(&entries, &self.rows[r as usize].entries, *c);
            }
        }
        let id = self.rows.len() as RowId;
        for (c, _) in &entries {
            self.uses[*c as usize].push(id);
        }
        self.row_of[basic as usize] = Some(id);
        self.rows.push(Row { basic, entries });
        id
    }

    /// Solves a row for another of its columns and removes that column from all other rows. Returns what that took in
    /// coefficients that left the machine word.
    pub fn pivot(&mut self, id: RowId, enter: Col) -> Long {
        let row = &mut self.rows[id as usize];
        let leave = std::mem::replace(&mut row.basic, enter);
        if row.coefficient(enter).is_negative() {
            row.entries.iter_mut().for_each(|(_, k)| *k = -&*k);
        }
        self.row_of[leave as usize] = None;
        self.row_of[enter as usize] = Some(id);
        let source = self.rows[id as usize].entries.clone();
        let mut long = Long::default();
        for other in std::mem::take(&mut self.uses[enter as usize]) {
            if other == id {
                continue;
            }
            let old = std::mem::take(&mut self.rows[other as usize].entries);
            let new = eliminate(&old, &source, enter);
            new.iter().for_each(|(_, k)| long.count(k));
            self.update_uses(other, &old, &new, enter);
            self.rows[other as usize].entries = new;
        }
        self.uses[enter as usize].push(id);
        long
    }

    fn update_uses(&mut self, row: RowId, old: &[(Col, Int)], new: &[(Col, Int)], gone: Col) {
        let (mut i, mut j) = (0, 0);
        while i < old.len() || j < new.len() {
            let (a, b) = (old.get(i).map(|e| e.0), new.get(j).map(|e| e.0));
            if a == b {
                i += 1;
                j += 1;
            } else if let (Some(c), true) = (a, b.is_none() || a < b) {
                if c != gone {
                    let list = &mut self.uses[c as usize];
                    if let Ok(at) = list.binary_search(&row) {
                        list.remove(at);
                    }
                }
                i += 1;
            } else if let Some(c) = b {
                let list = &mut self.uses[c as usize];
                if let Err(at) = list.binary_search(&row) {
                    list.insert(at, row);
                }
                j += 1;
            }
        }
    }
}

/// The combination of two equations in which a column cancels; the first one's factor is positive.
fn eliminate(target: &[(Col, Int)], source: &[(Col, Int)], col: Col) -> Vec<(Col, Int)> {
    let find = |es: &[(Col, Int)]| match es.binary_search_by_key(&col, |e| e.0) {
        Ok(i) => es[i].1.clone(),
        Err(_) => Int::ZERO,
    };
    let (a, b) = (find(target), find(source));
    let g = a.gcd(&b);
    let (mut keep, mut add) = (b.div_exact(&g), -a.div_exact(&g));
    if keep.is_negative() {
        (keep, add) = (-keep, -add);
    }
    let mut out = Vec::with_capacity(target.len() + source.len());
    let (mut i, mut j) = (0, 0);
    while i < target.len() || j < source.len() {
        if j == source.len() || (i < target.len() && target[i].0 < source[j].0) {
            out.push((target[i].0, if keep.is_one() { target[i].1.clone() } else { &target[i].1 * &keep }));
            i += 1;
        } else if i == target.len() || source[j].0 < target[i].0 {
            out.push((source[j].0, &source[j].1 * &add));
            j += 1;
        } else {
            let k = &(&target[i].1 * &keep) + &(&source[j].1 * &add);
            if !k.is_zero() {
                out.push((target[i].0, k));
            }
            i += 1;
            j += 1;
        }
    }
    reduce(&mut out);
    out
}

fn reduce(entries: &mut [(Col, Int)]) {
    let mut g = Int::ZERO;
    for (_, k) in entries.iter() {
        g = g.gcd(k);
        if g.is_one() {
            return;
        }
    }
    if !g.is_zero() {
        entries.iter_mut().for_each(|(_, k)| *k = k.div_exact(&g));
    }
}
