//! Where every query is put to two solvers: how many of a step both have answered alike, from the counters of the events.

use crate::run::history::History;

/// What came of asking two solvers the queries of a step, those included that check, shorten and search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agreement {
    agreed: u64,
    half_answered: u64,
}

/// That of a step; none where one solver alone was asked, or nothing.
pub fn at(history: &History, step: usize) -> Option<Agreement> {
    let now = history.event(step)?.counters;
    let before = step.checked_sub(1).and_then(|before| history.event(before)).map(|event| event.counters);
    let before = before.unwrap_or_default();
    let found = Agreement {
        agreed: now.agreed.saturating_sub(before.agreed),
        half_answered: now.half_answered.saturating_sub(before.half_answered),
    };
    (found.agreed + found.half_answered > 0).then_some(found)
}

impl Agreement {
    /// Whether both have answered everything.
    pub fn is_whole(self) -> bool {
        self.half_answered == 0
    }

    /// A small mark.
    pub fn mark(self) -> String {
        match self.half_answered {
            0 => format!("✓ both solvers: {}", self.agreed),
            open => format!("✓ both solvers: {} of {}", self.agreed, self.agreed + open),
        }
    }

    /// What the mark says, in a sentence.
    pub fn title(self) -> String {
        let alike = match self.agreed {
            1 => "Both solvers answer the one query of this step alike".to_owned(),
            many => format!("Both solvers answer {many} queries of this step alike, its checks included"),
        };
        match self.half_answered {
            0 => format!("{alike}."),
            1 => format!("{alike}; one of the two gave up on 1 more."),
            many => format!("{alike}; one of the two gave up on {many} more."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::history_of;
    use trace::Counters;

    #[test]
    fn marks_say_what_a_step_adds() {
        let counted = |agreed, half_answered| Counters { agreed, half_answered, ..Counters::default() };
        let history = history_of(&[counted(1, 0), counted(8, 0), counted(8, 0), counted(9, 2)]);
        let said: Vec<String> = (0..=4)
            .map(|step| at(&history, step).map_or("-".into(), |a| format!("{} / {}", a.mark(), a.title())))
            .collect();
        assert_eq!(
            said,
            [
                "-",
                "✓ both solvers: 1 / Both solvers answer the one query of this step alike.",
                "✓ both solvers: 7 / Both solvers answer 7 queries of this step alike, its checks included.",
                "-",
                "✓ both solvers: 1 of 3 / Both solvers answer the one query of this step alike; one of the two gave up on 2 more.",
            ]
        );
    }
}
