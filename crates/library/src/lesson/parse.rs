//! Reads lessons. The format is line by line; `docs/lessons.md` describes it for authors.

use super::{
    Answer, Ask, AskKind, Claim, Happening, Lesson, MAX_ANSWERS, MAX_LINE, MAX_STOPS, MAX_TEXT, MAX_TITLE,
    Place, Stop,
};
use crate::script::choose;
use trace::{MAX_UNROLLINGS, Setup};

/// What is wrong with a lesson, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

/// A line: its number, and its text without white space behind it.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    /// Something is wrong where this part of the line begins.
    fn fault(self, part: &str, message: impl Into<String>) -> Fault {
        let at = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..at).unwrap_or(self.text);
        Fault { line: self.number, column: before.chars().count() + 1, message: message.into() }
    }

    /// Its keyword, if it has one: what stands before a colon or a space, in small letters.
    fn keyword(self) -> Option<(&'a str, &'a str)> {
        let end = self.text.find([':', ' '])?;
        let (word, rest) = self.text.split_at(end);
        let is_word = !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
        let is_keyed = is_word && rest.contains(':');
        is_keyed.then_some((word, rest))
    }
}

/// The lines that choose what is run.
const CHOICES: [&str; 10] = [
    "engine",
    "interpolants",
    "system",
    "encoding",
    "first",
    "augment",
    "unrollings",
    "widen",
    "integers",
    "width",
];

/// What the lines that follow go on with.
enum Open {
    /// Nothing: the next line that is not empty begins a paragraph.
    Nothing,
    /// A paragraph.
    Paragraph,
    /// What the lesson is about.
    About,
    /// A question.
    Question,
    /// The reply to the last answer.
    Reply,
    /// The program.
    Program,
}

struct Reader {
    lesson: Lesson,
    has_program: bool,
    open: Open,
    /// Whether paragraphs are for when the answer is shown.
    is_after: bool,
    /// Where the last question stands, while it lacks an answer.
    unanswered: Option<Fault>,
}

/// Reads a lesson.
///
/// # Errors
/// The first fault, with its place.
pub fn parse(text: &str) -> Result<Lesson, Fault> {
    let first = Line { number: 1, text: "" };
    if text.len() > MAX_TEXT {
        return Err(
            first.fault("", format!("a lesson has at most {MAX_TEXT} bytes; this has {}", text.len()))
        );
    }
    let mut reader = Reader {
        lesson: Lesson {
            title: String::new(),
            about: String::new(),
            runs: vec![Setup::default()],
            stops: Vec::new(),
        },
        has_program: false,
        open: Open::Nothing,
        is_after: false,
        unanswered: None,
    };
    let mut last = first;
    for (at, text) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        let line = Line { number: at + 1, text: text.trim_end() };
        check(line)?;
        reader.line(line)?;
        last = line;
    }
    reader.finish(last)
}

/// No line is too long, and none has characters that cannot be seen.
fn check(line: Line) -> Result<(), Fault> {
    if line.text.len() > MAX_LINE {
        return Err(line.fault("", format!("a line has at most {MAX_LINE} bytes")));
    }
    let is_unseen = |c: char| {
        c.is_control() && c != '\t'
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    match line.text.find(is_unseen) {
        Some(at) => Err(line.fault(&line.text[at..], "a character here cannot be seen; take it out")),
        None => Ok(()),
    }
}

impl Reader {
    fn line(&mut self, line: Line) -> Result<(), Fault> {
        let indented = line.text.starts_with([' ', '\t']);
        if let Open::Program = self.open
            && (indented || line.text.is_empty())
        {
            let source = &mut self.setup().source;
            source.push_str(line.text.strip_prefix("  ").unwrap_or(line.text.trim_start()));
            source.push('\n');
            return Ok(());
        }
        if line.text.is_empty() {
            self.open = Open::Nothing;
            return Ok(());
        }
        if line.text.starts_with('#') {
            return Ok(());
        }
        if indented {
            return self.go_on(line, line.text.trim_start());
        }
        match line.keyword() {
            // In the middle of a paragraph anything goes on with it that is no keyword.
            Some((word, _)) if matches!(self.open, Open::Paragraph) && !is_known(word) => {
                self.paragraph(line)
            }
            Some((word, rest)) => self.keyed(line, word, rest),
            None => self.paragraph(line),
        }
    }

    /// A line that goes on with the one before.
    fn go_on(&mut self, line: Line, text: &str) -> Result<(), Fault> {
        let part = match self.open {
            Open::About => Some(&mut self.lesson.about),
            Open::Question => self.ask().map(|ask| &mut ask.question),
            Open::Reply => self.ask().and_then(|ask| ask.answers.last_mut()).map(|answer| &mut answer.reply),
            Open::Paragraph => self.paragraphs().and_then(|all| all.last_mut()),
            Open::Nothing | Open::Program => None,
        };
        let part = part.ok_or_else(|| {
            line.fault(text, "an indented line goes on with the line before, and there is none")
        })?;
        if !part.is_empty() {
            part.push(' ');
        }
        part.push_str(text);
        Ok(())
    }

    fn paragraph(&mut self, line: Line) -> Result<(), Fault> {
        if let Open::Paragraph = self.open {
            return self.go_on(line, line.text);
        }
        let text = line.text.to_owned();
        let paragraphs = self.paragraphs().ok_or_else(|| {
            line.fault(line.text, "before the first stop there are lines like `title: ...` alone; sentences stand below a `stop: ...`")
        })?;
        paragraphs.push(text);
        self.open = Open::Paragraph;
        Ok(())
    }

    fn paragraphs(&mut self) -> Option<&mut Vec<String>> {
        let stop = self.lesson.stops.last_mut()?;
        Some(if self.is_after { &mut stop.then } else { &mut stop.text })
    }

    fn ask(&mut self) -> Option<&mut Ask> {
        self.lesson.stops.last_mut()?.ask.as_mut()
    }

    fn keyed(&mut self, line: Line, word: &str, rest: &str) -> Result<(), Fault> {
        let value = rest.strip_prefix(':').map(str::trim);
        let has_stop = !self.lesson.stops.is_empty();
        self.open = Open::Nothing;
        match (word, value) {
            ("stop", Some(place)) => self.stop(line, place),
            ("tab", Some(name)) if has_stop => {
                if let Some(stop) = self.lesson.stops.last_mut() {
                    stop.tab = Some(name.to_owned());
                }
                Ok(())
            }
            ("ask", _) if has_stop => self.question(line, rest),
            ("answer", None) if has_stop => self.answer(line, rest),
            ("solution", Some(text)) if has_stop => match self.ask() {
                Some(ask) if ask.kind == AskKind::Invariant && !text.is_empty() => {
                    ask.solution = Some(text.to_owned());
                    self.unanswered = None;
                    Ok(())
                }
                _ => Err(line.fault(line.text, "a solution stands below `ask invariant: ...`")),
            },
            ("then", Some(text)) if has_stop => {
                self.is_after = true;
                if !text.is_empty() {
                    self.paragraph(Line { number: line.number, text })?;
                }
                Ok(())
            }
            (choice, Some(_)) if has_stop && CHOICES.contains(&choice) => {
                self.new_run(line)?;
                self.choice(line, word, value)
            }
            _ if has_stop => Err(line.fault(
                line.text,
                format!(
                    "no line below a stop begins with `{word}`: there are `tab:`, `ask:`, `ask state:`, `ask invariant:`, `answer ...:`, \
                     `solution:` and `then:`; a sentence does not begin with a small letter and have a colon"
                ),
            )),
            ("title", Some(title)) => {
                if title.chars().count() > MAX_TITLE {
                    return Err(line.fault(title, format!("a title has at most {MAX_TITLE} characters")));
                }
                self.lesson.title = title.to_owned();
                Ok(())
            }
            ("about", Some(text)) => {
                self.lesson.about = text.to_owned();
                self.open = Open::About;
                Ok(())
            }
            ("example" | "program", Some(_)) if self.has_program => {
                Err(line.fault(line.text, "the lesson has a program already"))
            }
            ("example", Some(key)) => {
                let example = crate::by_key(key)
                    .ok_or_else(|| line.fault(value.unwrap_or(rest), format!("there is no example `{key}`")))?;
                *self.setup() = example.setup(self.setup());
                self.has_program = true;
                Ok(())
            }
            ("program", Some(name)) => {
                self.setup().language =
                    name.parse().map_err(|_| line.fault(name, "the language is imp, c, chc or aiger"))?;
                self.has_program = true;
                self.open = Open::Program;
                Ok(())
            }
            _ => self.choice(line, word, value),
        }
    }

    /// What is run, of the last run.
    fn setup(&mut self) -> &mut Setup {
        let last = self.lesson.runs.len() - 1;
        &mut self.lesson.runs[last]
    }

    /// A line that chooses the engine or a setting.
    fn choice(&mut self, line: Line, word: &str, value: Option<&str>) -> Result<(), Fault> {
        let setup = self.setup();
        match (word, value) {
            ("integers", Some(name)) => {
                setup.settings.integers =
                    name.parse().map_err(|_| line.fault(name, "integers are c, mathematical or bits"))?;
            }
            ("width", Some(bits)) => {
                let width = bits.parse().ok().filter(|bits| (1..=64).contains(bits));
                setup.settings.width = width.ok_or_else(|| line.fault(bits, "a word has 1 to 64 bits"))?;
            }
            ("augment", Some("no")) => setup.settings.augment = false,
            ("first", Some("no")) => setup.settings.run_first = false,
            ("unrollings", Some(number)) => {
                let most = number.parse().ok().filter(|n| (1..=MAX_UNROLLINGS).contains(n));
                setup.settings.max_unrollings = most.ok_or_else(|| {
                    line.fault(number, format!("the most unrollings are 1 to {MAX_UNROLLINGS}"))
                })?;
            }
            _ => choose(setup, line.text).map_err(|bad| line.fault(line.text, bad.to_string()))?,
        }
        Ok(())
    }

    /// From this stop on the program is run otherwise.
    fn new_run(&mut self, line: Line) -> Result<(), Fault> {
        let [.., before, stop] = &mut self.lesson.stops[..] else {
            return Err(
                line.fault(line.text, "the engine and settings of the first run stand above the first stop")
            );
        };
        if !stop.text.is_empty() || stop.ask.is_some() {
            return Err(line.fault(
                line.text,
                "what is run otherwise from this stop on is said right below `stop: ...`",
            ));
        }
        if stop.run == before.run {
            stop.run += 1;
            let setup = self.setup().clone();
            self.lesson.runs.push(setup);
        }
        Ok(())
    }

    fn stop(&mut self, line: Line, place: &str) -> Result<(), Fault> {
        if self.lesson.stops.is_empty() {
            self.head_is_whole(line)?;
        }
        self.is_answered()?;
        if self.lesson.stops.len() == MAX_STOPS {
            return Err(line.fault(line.text, format!("a lesson has at most {MAX_STOPS} stops")));
        }
        let found = Place::read(place).map_err(|why| {
            let names = super::place::names().join(", ");
            line.fault(
                place,
                format!("{why}: a place is `start`, `step 7`, `line 14`, or one of these, as in `interpolant 2`, `the first verdict`, `next widening`: {names}"),
            )
        })?;
        self.is_after = false;
        let run = self.lesson.runs.len() - 1;
        self.lesson.stops.push(Stop {
            run,
            place: found,
            line: line.number,
            tab: None,
            text: Vec::new(),
            ask: None,
            then: Vec::new(),
        });
        Ok(())
    }

    fn question(&mut self, line: Line, rest: &str) -> Result<(), Fault> {
        let (kind, question) = rest.split_once(':').unwrap_or((rest, ""));
        let kind = match kind.trim() {
            "" => AskKind::Event,
            "state" => AskKind::State,
            "invariant" => AskKind::Invariant,
            _ => {
                return Err(line.fault(
                    rest.trim_start(),
                    "a question is `ask: ...`, `ask state: ...` or `ask invariant: ...`",
                ));
            }
        };
        let Some(stop) = self.lesson.stops.last_mut() else { return Ok(()) };
        if stop.ask.is_some() {
            return Err(line.fault(line.text, "a stop has one question; make another stop at the same place"));
        }
        stop.ask = Some(Ask { kind, question: question.trim().into(), answers: Vec::new(), solution: None });
        self.open = Open::Question;
        self.unanswered = Some(
            line.fault(line.text, "this question has no answer: below it stand lines like `answer sat: ...`"),
        );
        if kind == AskKind::Invariant {
            self.unanswered =
                Some(line.fault(line.text, "below this question stands a line like `solution: x = y`"));
        }
        Ok(())
    }

    fn answer(&mut self, line: Line, rest: &str) -> Result<(), Fault> {
        let Some(kind) = self.ask().map(|ask| ask.kind) else {
            return Err(line.fault(line.text, "an answer stands below its question, `ask: ...`"));
        };
        let (said, label, reply) = parts(rest);
        let said = said.trim();
        let claim = match kind {
            AskKind::Event => Happening::read(said).map(Claim::Happens).ok_or_else(|| {
                let names = super::place::names().join(", ");
                line.fault(
                    rest.trim_start(),
                    format!("no answer is `{said}`; an answer is one of: {names}, or `line 14`"),
                )
            })?,
            AskKind::State => Claim::Holds(state(said).ok_or_else(|| {
                line.fault(rest.trim_start(), "a state is written like `x = 1, on = true`")
            })?),
            AskKind::Invariant => Claim::Formula,
        };
        if kind != AskKind::Invariant {
            self.unanswered = None;
        }
        let Some(ask) = self.ask() else { return Ok(()) };
        if ask.answers.len() == MAX_ANSWERS {
            return Err(line.fault(line.text, format!("a question has at most {MAX_ANSWERS} answers")));
        }
        let text = label.unwrap_or(said).to_owned();
        ask.answers.push(Answer { text, claim, reply: reply.trim().into() });
        self.open = Open::Reply;
        Ok(())
    }

    fn is_answered(&mut self) -> Result<(), Fault> {
        self.unanswered.take().map_or(Ok(()), Err)
    }

    fn head_is_whole(&self, line: Line) -> Result<(), Fault> {
        let missing =
            |what: &str| Err(line.fault(line.text, format!("before the first stop there has to be {what}")));
        if self.lesson.title.is_empty() {
            return missing("a line `title: ...`");
        }
        if self.lesson.runs[0].source.trim().is_empty() {
            return missing("a program: `example: imc-fig1`, or `program: imp` with indented lines below it");
        }
        Ok(())
    }

    fn finish(mut self, last: Line) -> Result<Lesson, Fault> {
        self.is_answered()?;
        if self.lesson.stops.is_empty() {
            self.head_is_whole(last)?;
            return Err(last.fault(last.text, "the lesson has no stop: `stop: the first interpolant`"));
        }
        Ok(self.lesson)
    }
}

/// Whether lines below a stop begin with this.
fn is_known(word: &str) -> bool {
    matches!(word, "stop" | "tab" | "ask" | "answer" | "solution" | "then") || CHOICES.contains(&word)
}

/// An answer's claim, its label in quotes if it has one, and its reply.
fn parts(rest: &str) -> (&str, Option<&str>, &str) {
    let quoted = rest.split_once('"').and_then(|(said, more)| {
        let (label, reply) = more.split_once('"')?;
        let reply = reply.trim_start().strip_prefix(':')?;
        (!said.contains(':')).then_some((said, Some(label.trim()), reply))
    });
    quoted.unwrap_or_else(|| {
        let (said, reply) = rest.split_once(':').unwrap_or((rest, ""));
        (said, None, reply)
    })
}

/// Values by name.
fn state(text: &str) -> Option<Vec<(String, String)>> {
    let one = |part: &str| {
        let (name, value) = part.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        let is_value = matches!(value, "true" | "false") || value.parse::<i64>().is_ok();
        (is_value && !name.is_empty()).then(|| (name.to_owned(), value.to_owned()))
    };
    text.split(',').map(one).collect()
}
