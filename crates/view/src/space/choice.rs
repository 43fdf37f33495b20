//! What the user has chosen of the state space, and the same as texts, for links: each begins with a sign that says what it is about.

use super::frame::{At, FARTHEST};

/// The most choices that are read.
const READ: usize = 200;

/// What the user has chosen; whatever is not chosen is found from the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choice {
    /// The variable to the right.
    pub x: Option<String>,
    /// The variable upwards; the inner `None` is a number line.
    pub y: Option<Option<String>>,
    /// The other variables.
    pub rest: Vec<(String, At)>,
    /// The values seen: for each axis the least and the greatest.
    pub window: Option<[(i64, i64); 2]>,
}

impl Choice {
    /// The choices: `>x`, `^y` or for a number line `^`, `#-2 8 0 8` for the values seen, `=5 n`, `*n` where n may have any value,
    /// and `+n` where each value of n has a picture of its own.
    pub fn texts(&self) -> Vec<String> {
        let mut all: Vec<String> = self.x.iter().map(|x| format!(">{x}")).collect();
        all.extend(self.y.iter().map(|y| format!("^{}", y.as_deref().unwrap_or_default())));
        all.extend(self.window.map(|[x, y]| format!("#{} {} {} {}", x.0, x.1, y.0, y.1)));
        all.extend(self.rest.iter().map(|(name, at)| match at {
            At::Value(value) => format!("={value} {name}"),
            At::Any => format!("*{name}"),
            At::Each => format!("+{name}"),
        }));
        all
    }

    /// Reads what [`Choice::texts`] has written, or someone else: what has no meaning is left out.
    pub fn of_texts(texts: &[String]) -> Choice {
        let number = |text: &str| text.parse().ok().filter(|n: &i64| n.abs() <= FARTHEST);
        let mut choice = Choice::default();
        for text in texts.iter().take(READ) {
            let Some(sign) = text.chars().next() else { continue };
            let rest = &text[sign.len_utf8()..];
            match sign {
                '>' => choice.x = Some(rest.into()),
                '^' => choice.y = Some((!rest.is_empty()).then(|| rest.into())),
                '#' => {
                    let numbers: Vec<i64> = rest.split(' ').map_while(number).collect();
                    if let [a, b, c, d] = numbers[..] {
                        choice.window = Some([(a, b.max(a)), (c, d.max(c))]);
                    }
                }
                '*' => choice.rest.push((rest.into(), At::Any)),
                '+' => choice.rest.push((rest.into(), At::Each)),
                '=' => {
                    let found = rest.split_once(' ').and_then(|(n, name)| Some((name, number(n)?)));
                    choice.rest.extend(found.map(|(name, value)| (name.into(), At::Value(value))));
                }
                _ => {}
            }
        }
        choice
    }
}
