//! What the names mean that a formula has beside the program's own: the values of free choices.

use trace::Dialect;

/// The symbols of the program's free choices, each with the line of the text that it stands in, from 1.
pub fn choices(source: &str, dialect: Dialect) -> Vec<(String, u32)> {
    let Some(program) = reader::read(source, dialect).program else { return Vec::new() };
    let lines = lang::LineIndex::new(source);
    (0..)
        .zip(program.nondets())
        .map(|(at, info)| (program.choice_name(lang::NondetId(at)), lines.position(info.span.start).line))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::choices;
    use trace::Language;

    #[test]
    fn each_choice_has_its_line() {
        let program = "int x;\nx := nondet;\nwhile nondet do\n  x := x + 1\ndone;\nassert x > 0\n";
        let found = choices(program, Language::Imp.into());
        assert_eq!(found, [("nondet#1".into(), 2), ("nondet#2".into(), 3)]);
        assert!(choices("int", Language::Imp.into()).is_empty());
    }
}
