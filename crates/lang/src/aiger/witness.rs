//! Witnesses in AIGER's own format: the bad state, the latches at the beginning, the inputs of each round.

use super::run::{evaluate, value};
use super::{Circuit, Reset};

impl Circuit {
    /// The witness that reaches a bad state: by the values of the latches at the beginning and of the inputs in each round. None
    /// if it does not reach it on this circuit.
    pub fn witness(&self, bad: usize, latches: &[bool], inputs: &[Vec<bool>]) -> Option<String> {
        if !self.reaches(bad, latches, inputs) {
            return None;
        }
        let digits =
            |values: &[bool]| values.iter().map(|&one| if one { '1' } else { '0' }).collect::<String>();
        let mut text = format!("1\nb{bad}\n{}\n", digits(latches));
        for round in inputs {
            text.push_str(&digits(round));
            text.push('\n');
        }
        text.push_str(".\n");
        Some(text)
    }

    /// Whether a simulation comes to the bad state in the last round, all constraints kept.
    fn reaches(&self, bad: usize, latches: &[bool], inputs: &[Vec<bool>]) -> bool {
        let starts = self.latches.iter().zip(latches);
        let begins = starts
            .clone()
            .all(|(latch, &value)| latch.reset == Reset::Either || latch.reset == Reset::To(value));
        let fits = latches.len() == self.latches.len()
            && inputs.iter().all(|round| round.len() == self.inputs.len());
        if !begins || !fits || inputs.is_empty() {
            return false;
        }
        let mut values = vec![false; self.max as usize + 1];
        let mut latches = latches.to_vec();
        for round in inputs {
            evaluate(self, &latches, round, &mut values);
            if !self.constraints.iter().all(|&literal| value(&values, literal)) {
                return false;
            }
            latches = self.latches.iter().map(|latch| value(&values, latch.next)).collect();
        }
        self.bad.get(bad).is_some_and(|&literal| value(&values, literal))
    }
}
