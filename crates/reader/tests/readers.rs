//! What holds of every reader, and which one a file's name tells.

use std::collections::BTreeSet;
use trace::Language;

#[test]
fn each_begins_with_a_program_without_remarks() {
    for language in Language::ALL {
        let reader = reader::of(language);
        let reading = reader::read(reader.fresh(), language.into());
        assert!(reading.diagnostics.is_empty(), "{}: {:?}", reader.title(), reading.diagnostics);
        let program = reading.program.unwrap_or_else(|| panic!("{} begins with a program", reader.title()));
        assert!(!program.lower().edges.is_empty() && program.asserts().len() == 1, "{}", reader.title());
        let tokens = reader.tokens(reader.fresh());
        let coloured: usize = tokens.iter().map(|(span, _)| span.text(reader.fresh()).len()).sum();
        let visible = reader.fresh().split_whitespace().map(str::len).sum::<usize>();
        assert!(coloured >= visible, "{}: every character has a colour", reader.title());
    }
}

#[test]
fn nothing_is_read_where_there_is_an_error() {
    for language in Language::ALL {
        let reading = reader::read("while (", language.into());
        assert!(reading.program.is_none() && !reading.diagnostics.is_empty(), "{language:?}");
        let problems = reader::problems("while (", &reading.diagnostics);
        assert_eq!((problems.len(), problems[0].line), (reading.diagnostics.len(), 1));
    }
}

#[test]
fn files_tell_their_language() {
    for (name, language) in [
        ("loop.imp", Some(Language::Imp)),
        ("a.b.c", Some(Language::C)),
        ("LOOP.C", Some(Language::C)),
        ("loop.i", Some(Language::C)),
        ("loop.h", Some(Language::C)),
        ("loop.txt", None),
        ("imp", None),
        ("", None),
    ] {
        assert_eq!(reader::of_file(name), language, "{name}");
    }
}

#[test]
fn names_and_endings_are_told_apart() {
    let mut names = BTreeSet::new();
    let mut endings = BTreeSet::new();
    for language in Language::ALL {
        assert_eq!(language.as_str().parse(), Ok(language));
        assert!(names.insert(language.as_str()));
        for ending in reader::of(language).endings() {
            assert!(endings.insert(ending), "{ending} belongs to one language");
        }
    }
}
