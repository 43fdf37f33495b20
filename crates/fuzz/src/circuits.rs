//! Circuits whose truth is known by how they are made: counters, shift registers, arbiters, lockstep, parity, FIFOs.
//!
//! Each is written as ascii and as binary AIGER, the failing state as an output, as tools of before version 1.9 want it.

use std::collections::BTreeMap;
use std::fmt::Write;

/// A literal of a circuit that is being made.
type Lit = u32;

/// A circuit with what is known of it.
#[derive(Debug, Clone)]
pub struct Made {
    /// Its family and sizes.
    pub name: String,
    /// Whether the failing state is never reached.
    pub safe: bool,
    inputs: u32,
    latches: Vec<Lit>,
    gates: Vec<(Lit, Lit)>,
    bad: Lit,
}

impl Made {
    fn max(&self) -> u32 {
        self.inputs + self.latches.len() as u32 + self.gates.len() as u32
    }

    /// How many gates there are.
    pub fn size(&self) -> usize {
        self.gates.len()
    }

    /// As ascii AIGER.
    pub fn ascii(&self) -> String {
        self.spelled("1", "", "")
    }

    /// As ascii AIGER of version 1.9: a bad state instead of an output, and a reset value of each latch.
    pub fn bad_state(&self) -> String {
        self.spelled("0", " 1", " 0")
    }

    fn spelled(&self, outputs: &str, bad_states: &str, reset: &str) -> String {
        let (latches, gates) = (self.latches.len(), self.gates.len());
        let mut text =
            format!("aag {} {} {latches} {outputs} {gates}{bad_states}\n", self.max(), self.inputs);
        for at in 1..=self.inputs {
            let _ = writeln!(text, "{}", 2 * at);
        }
        for (at, next) in (self.inputs + 1..).zip(&self.latches) {
            let _ = writeln!(text, "{} {next}{reset}", 2 * at);
        }
        let _ = writeln!(text, "{}", self.bad);
        for (at, (a, b)) in (self.inputs + latches as u32 + 1..).zip(&self.gates) {
            let _ = writeln!(text, "{} {a} {b}", 2 * at);
        }
        text
    }

    /// As binary AIGER.
    pub fn binary(&self) -> Vec<u8> {
        let (latches, gates) = (self.latches.len(), self.gates.len());
        let mut bytes = format!("aig {} {} {latches} 1 {gates}\n", self.max(), self.inputs).into_bytes();
        for next in self.latches.iter().chain([&self.bad]) {
            bytes.extend(format!("{next}\n").bytes());
        }
        let mut push = |mut number: u32| {
            while number > 127 {
                bytes.push((number & 127) as u8 | 128);
                number >>= 7;
            }
            bytes.push(number as u8);
        };
        for (at, (a, b)) in (self.inputs + latches as u32 + 1..).zip(&self.gates) {
            push(2 * at - a);
            push(a - b);
        }
        bytes
    }
}

/// Makes a circuit: inputs and latches first, then gates.
struct Maker {
    inputs: u32,
    latches: u32,
    gates: Vec<(Lit, Lit)>,
    known: BTreeMap<(Lit, Lit), Lit>,
}

impl Maker {
    fn new(inputs: u32, latches: u32) -> Maker {
        Maker { inputs, latches, gates: Vec::new(), known: BTreeMap::new() }
    }

    fn input(&self, at: u32) -> Lit {
        2 * (at + 1)
    }

    fn latch(&self, at: u32) -> Lit {
        2 * (self.inputs + at + 1)
    }

    fn word(&self, from: u32, bits: u32) -> Vec<Lit> {
        (from..from + bits).map(|at| self.latch(at)).collect()
    }

    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (a.max(b), a.min(b)) {
            (_, 0) => 0,
            (a, 1) => a,
            (a, b) if a == b => a,
            (a, b) if a == b + 1 && b % 2 == 0 => 0,
            pair => {
                let next = 2 * (self.inputs + self.latches + self.gates.len() as u32 + 1);
                let gates = &mut self.gates;
                *self.known.entry(pair).or_insert_with(|| {
                    gates.push(pair);
                    next
                })
            }
        }
    }

    fn or(&mut self, a: Lit, b: Lit) -> Lit {
        self.and(a ^ 1, b ^ 1) ^ 1
    }

    fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (only_a, only_b) = (self.and(a, b ^ 1), self.and(a ^ 1, b));
        self.or(only_a, only_b)
    }

    fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        let (yes, no) = (self.and(c, a), self.and(c ^ 1, b));
        self.or(yes, no)
    }

    fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(1, |all, lit| self.and(all, lit))
    }

    fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(0, |any, lit| self.or(any, lit))
    }

    fn is(&mut self, word: &[Lit], number: u32) -> Lit {
        let digits: Vec<Lit> = word
            .iter()
            .enumerate()
            .map(|(at, lit)| lit ^ u32::from(number.checked_shr(at as u32).unwrap_or(0) & 1 == 0))
            .collect();
        self.all(digits)
    }

    fn differ(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let digits: Vec<Lit> = a.iter().zip(b).map(|(&a, &b)| self.xor(a, b)).collect();
        self.any(digits)
    }

    /// The word plus a digit.
    fn plus(&mut self, word: &[Lit], mut carry: Lit) -> Vec<Lit> {
        let mut sum = Vec::new();
        for &lit in word {
            sum.push(self.xor(lit, carry));
            carry = self.and(lit, carry);
        }
        sum
    }

    /// The word less a digit.
    fn minus(&mut self, word: &[Lit], mut borrow: Lit) -> Vec<Lit> {
        let mut rest = Vec::new();
        for &lit in word {
            rest.push(self.xor(lit, borrow));
            borrow = self.and(lit ^ 1, borrow);
        }
        rest
    }

    fn choose(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        a.iter().zip(b).map(|(&a, &b)| self.mux(c, a, b)).collect()
    }

    /// The number after this one where `steps`; after the last it is 0.
    fn count(&mut self, word: &[Lit], last: u32, steps: Lit) -> Vec<Lit> {
        let (at_end, next) = (self.is(word, last), self.plus(word, steps));
        let wraps = self.and(at_end, steps);
        next.into_iter().map(|lit| self.and(lit, wraps ^ 1)).collect()
    }

    fn made(self, name: String, safe: bool, latches: Vec<Lit>, bad: Lit) -> Made {
        Made { name, safe, inputs: self.inputs, latches, gates: self.gates, bad }
    }
}

/// Counts to a last number and begins again; fails at another.
fn counter(bits: u32, last: u32, fails_at: u32) -> Made {
    let mut m = Maker::new(1, bits);
    let word = m.word(0, bits);
    let next = m.count(&word, last, m.input(0));
    let bad = m.is(&word, fails_at);
    m.made(format!("counter {bits} {last} {fails_at}"), fails_at > last, next, bad)
}

/// One token goes round; fails where two are, which may be if it is also put in from outside.
fn shifts(length: u32, safe: bool) -> Made {
    let mut m = Maker::new(1, length + 1);
    let (cells, begun) = (m.word(0, length), m.latch(length));
    let put = if safe { begun ^ 1 } else { m.input(0) };
    let first = m.or(cells[length as usize - 1], put);
    let mut next = vec![first];
    next.extend(&cells[..length as usize - 1]);
    next.push(1);
    let mut pairs = Vec::new();
    for a in 0..cells.len() {
        for b in 0..a {
            pairs.push(m.and(cells[a], cells[b]));
        }
    }
    let bad = m.any(pairs);
    m.made(format!("shifts {length} {safe}"), safe, next, bad)
}

/// Grants to one client at a time, by a counter; a client that keeps its grant while it asks may meet the next.
fn arbiter(bits: u32, safe: bool) -> Made {
    arbiter_of(1 << bits, bits, safe)
}

/// With so many clients, and a counter of so many bits that it has a turn for each.
fn arbiter_of(clients: u32, bits: u32, safe: bool) -> Made {
    let mut m = Maker::new(clients, bits + clients);
    let (turn, grants) = (m.word(0, bits), m.word(bits, clients));
    let mut next = m.plus(&turn, 1);
    for client in 0..clients {
        let (here, asks) = (m.is(&turn, client), m.input(client));
        let granted = m.and(here, asks);
        let keeps = m.and(grants[client as usize], asks);
        next.push(if safe { granted } else { m.or(granted, keeps) });
    }
    let mut pairs = Vec::new();
    for a in 0..grants.len() {
        for b in 0..a {
            pairs.push(m.and(grants[a], grants[b]));
        }
    }
    let bad = m.any(pairs);
    let name = if clients == 1 << bits { bits } else { clients };
    m.made(format!("arbiter {name} {safe}"), safe, next, bad)
}

/// Two counters that step together, or one of them only when the input is on and it is not just at a number.
fn lockstep(bits: u32, safe: bool) -> Made {
    lockstep_but(bits, (1 << (bits - 1)) - 1, safe)
}

/// As [`lockstep`], with the number at which one of them misses a step if the circuit is not safe.
fn lockstep_but(bits: u32, misses_at: u32, safe: bool) -> Made {
    let mut m = Maker::new(1, 2 * bits);
    let (a, b) = (m.word(0, bits), m.word(bits, bits));
    let step = m.input(0);
    let mut next = m.plus(&a, step);
    let misses = if safe { 0 } else { m.is(&a, misses_at) };
    let other = m.and(step, misses ^ 1);
    next.extend(m.plus(&b, other));
    let bad = m.differ(&a, &b);
    m.made(format!("lockstep {bits} {safe}"), safe, next, bad)
}

/// A shift register with a latch for the parity of what is in it; fails where that is wrong.
fn parity(length: u32, safe: bool) -> Made {
    let mut m = Maker::new(1, length + 1);
    let (cells, known) = (m.word(0, length), m.latch(length));
    let input = m.input(0);
    let last = cells[length as usize - 1];
    let mut next = vec![input];
    next.extend(&cells[..length as usize - 1]);
    let change = if safe { m.xor(input, last) } else { m.or(input, last) };
    next.push(m.xor(known, change));
    let parity = cells.iter().fold(0, |parity, &cell| m.xor(parity, cell));
    let bad = m.xor(parity, known);
    m.made(format!("parity {length} {safe}"), safe, next, bad)
}

/// The pointers of a FIFO and how much is in it; fails where these do not fit.
fn fifo(bits: u32, safe: bool) -> Made {
    let mut m = Maker::new(2, 3 * bits + 1);
    let (head, tail, level) = (m.word(0, bits), m.word(bits, bits), m.word(2 * bits, bits + 1));
    let full = m.is(&level, 1 << bits);
    let empty = m.is(&level, 0);
    let (wants_push, wants_pop) = (m.input(0), m.input(1));
    let pushes = if safe { m.and(wants_push, full ^ 1) } else { wants_push };
    let pops = m.and(wants_pop, empty ^ 1);
    let mut next = m.plus(&head, pushes);
    next.extend(m.plus(&tail, pops));
    let up = m.plus(&level, 1);
    let down = m.minus(&level, 1);
    let (only_up, only_down) = (m.and(pushes, pops ^ 1), m.and(pops, pushes ^ 1));
    let lower = m.choose(only_down, &down, &level);
    next.extend(m.choose(only_up, &up, &lower));
    // tail + level = head, and no more than fits.
    let mut carry = 0;
    let mut sum = Vec::new();
    for at in 0..bits as usize {
        let (a, b) = (tail[at], level[at]);
        let half = m.xor(a, b);
        sum.push(m.xor(half, carry));
        let (both, passed) = (m.and(a, b), m.and(half, carry));
        carry = m.or(both, passed);
    }
    let differs = m.differ(&sum, &head);
    let below: Vec<Lit> = level[..bits as usize].to_vec();
    let some = m.any(below);
    let over = m.and(level[bits as usize], some);
    let bad = m.or(differs, over);
    m.made(format!("fifo {bits} {safe}"), safe, next, bad)
}

/// Forty circuits, safe and unsafe.
pub fn forty() -> Vec<Made> {
    let mut all = vec![
        counter(3, 5, 6),
        counter(3, 5, 4),
        counter(4, 9, 12),
        counter(4, 9, 7),
        counter(4, 12, 15),
        counter(4, 6, 5),
        counter(3, 2, 7),
        counter(3, 6, 6),
    ];
    for safe in [true, false] {
        all.extend([4, 6, 8].map(|length| shifts(length, safe)));
        all.extend([1, 2].map(|bits| arbiter(bits, safe)));
        all.extend([2, 3, 4, 5].map(|bits| lockstep(bits, safe)));
        all.extend([3, 4, 5, 6].map(|length| parity(length, safe)));
        all.extend([1, 2, 3].map(|bits| fifo(bits, safe)));
    }
    all
}

/// Circuits with about so many gates each, safe and unsafe. Of the counters only the low digits ever change.
pub fn large(gates: u32) -> Vec<Made> {
    let root = gates.isqrt().max(2);
    let mut all: Vec<Made> = [9, 3].map(|fails_at| counter((gates / 7).max(4), 5, fails_at)).into();
    for safe in [true, false] {
        all.push(shifts(root, safe));
        all.push(arbiter_of(root, root.ilog2() + 1, safe));
        all.push(lockstep_but((gates / 12).max(4), 5, safe));
        all.push(parity(gates / 3, safe));
    }
    all
}
