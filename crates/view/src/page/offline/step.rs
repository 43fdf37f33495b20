//! One step of the file: what was asked and what followed, the pictures, the values, and the query folded.

use super::{Offline, laid_out};
use crate::graph::arg::picture::Scene as Graph;
use crate::graph::svg::{escape, part};
use crate::own;
use crate::page::count::counted;
use crate::program::execution::execution_table;
use crate::query::formula::{Layout, Limit, Palette, Row, SpanKind, lay_out};
use crate::query::model_table::model_table;
use crate::run::pseudo::{line_words, lit_line};
use crate::run::words;
use crate::space::picture::{Answers, picture};
use crate::space::words::sentences;
use std::fmt::Write;
use trace::{Answer, Event, FormulaId, Side, Verdict, WatchValue};

/// How large a picture of the state space is, and its text.
const SIZE: ((i32, i32), i32) = ((900, 520), 16);
/// How much of a formula is shown.
const LIMIT: Limit = Limit { rows: 12, characters: 300, width: 90 };
/// The most conjuncts of a query that are shown of one side.
const PARTS: usize = 14;
/// The most rows of an execution that are shown.
const ROWS: usize = 400;

impl Offline {
    /// The next step as a section.
    pub(super) fn step(&mut self, answers: &Answers) -> String {
        let (step, last) = (self.next, self.history.len());
        let mut out = format!("<section class=\"o-step\" id=\"s{step}\" data-step=\"{step}\">\n<h2>");
        match self.history.event(step).cloned() {
            None => {
                out.push_str("<span class=\"o-at\">Before the first step</span>The program is read; nothing has been asked yet.</h2>\n");
                self.pictures_at(&mut out, answers);
            }
            Some(event) => {
                let _ = write!(
                    out,
                    "<span class=\"o-at\">Step {step} of {last} · {}</span>",
                    line_words(lit_line(self.setup.engine, &event))
                );
                escape(&mut out, &event.purpose);
                out.push_str("</h2>\n<p>→ ");
                escape(&mut out, &event.outcome);
                if let Some(path) = self.path(&event) {
                    out.push(' ');
                    escape(&mut out, &path);
                }
                out.push_str("</p>\n");
                self.pictures_at(&mut out, answers);
                self.values(&mut out);
                self.query(&mut out, &event);
                self.verdict(&mut out);
            }
        }
        out.push_str("</section>\n");
        out
    }

    fn pictures_at(&mut self, out: &mut String, answers: &Answers) {
        let step = self.next;
        if step > 0 && self.history.start_of(step).0 == step {
            self.layout = laid_out(&self.history, step);
        }
        if let Some(layout) = &self.layout
            && let Some(arg) = self.history.arg(step)
        {
            let formula = |id: FormulaId| self.history.formula(id).map(|f| &**f);
            let graph = Graph { arg: &arg, layout, step, formula: &formula };
            let mut groups = graph.edges(None);
            groups.extend(graph.nodes(None, false).into_iter().map(|(_, group)| group));
            groups.extend(graph.covering(None));
            let svg = part("The reachability graph", layout.frame(), &groups);
            self.figure(out, svg);
        }
        if let Some(scene) = self.scene(answers) {
            let ((width, height), em) = SIZE;
            let drawn = picture(&scene, (width, height), em);
            let svg = part(&sentences(&scene).join(" "), (0, 0, width, height), &drawn.groups);
            self.figure(out, svg);
        }
    }

    /// A picture, or where it stands already.
    fn figure(&mut self, out: &mut String, svg: String) {
        let mixed = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let key = (svg.len(), svg.bytes().fold(0xcbf2_9ce4_8422_2325, mixed));
        if let Some(known) = self.pictures.get(&key) {
            let _ = writeln!(
                out,
                "<figure data-picture=\"{known}\"><p class=\"o-same\">The picture is the one of before (<a href=\"#p{known}\">picture {known}</a>).</p></figure>"
            );
            return;
        }
        let number = self.pictures.len() + 1;
        let _ = writeln!(out, "<figure data-picture=\"{number}\" id=\"p{number}\">{svg}</figure>");
        self.pictures.insert(key, number);
        self.fresh.push(key);
    }

    /// The states of a model, in figures.
    fn path(&self, event: &Event) -> Option<String> {
        let Answer::Sat { model, .. } = &event.query.as_ref()?.answer else { return None };
        model_table(model, &self.opened, self.setup.engine).path()
    }

    /// The values of the pseudo-code's variables.
    fn values(&self, out: &mut String) {
        let snapshot = self.history.at(self.next);
        if snapshot.watch.is_empty() {
            return;
        }
        out.push_str("<dl>");
        for watched in &snapshot.watch {
            out.push_str(if watched.changed { "<dt class=\"o-changed\">" } else { "<dt>" });
            escape(out, watched.name);
            out.push_str("</dt><dd>");
            match watched.value {
                WatchValue::Number(number) => {
                    let _ = write!(out, "{number}");
                }
                WatchValue::Formula(id) => self.formula(out, *id, &Palette::plain()),
            }
            out.push_str("</dd>");
        }
        out.push_str("</dl>\n");
    }

    fn query(&self, out: &mut String, event: &Event) {
        let Some(query) = &event.query else { return };
        let _ = write!(out, "<details><summary>The query: {}</summary><dl>", words::answer(&query.answer));
        for side in [Side::A, Side::B, Side::Neither] {
            let palette = Palette::of(side, &query.shared);
            let parts: Vec<_> = query.parts.iter().filter(|part| part.side == side).collect();
            for part in parts.iter().take(PARTS) {
                out.push_str("<dt>");
                out.push_str(match side {
                    Side::A => "A: ",
                    Side::B => "B: ",
                    Side::Neither => "",
                });
                escape(out, &part.name);
                out.push_str("</dt><dd>");
                self.formula(out, part.formula, &palette);
                out.push_str("</dd>");
            }
            if parts.len() > PARTS {
                let _ =
                    write!(out, "<dt></dt><dd>and {}</dd>", counted(parts.len() - PARTS, "further conjunct"));
            }
        }
        if let Answer::Unsat { interpolant: Some(found), .. } = &query.answer {
            out.push_str("<dt>interpolant</dt><dd>");
            self.formula(out, found.formula, &Palette::plain());
            escape(out, found.source.title());
            for (name, _, holds) in words::interpolant_checks(found.checks) {
                let _ = write!(out, "; {} {name}", if holds { "✓" } else { "✗" });
            }
            out.push_str("</dd>");
        }
        if let Answer::Unknown(reason) = &query.answer {
            out.push_str("<dt>unknown</dt><dd>");
            escape(out, &words::unknown(reason));
            out.push_str("</dd>");
        }
        out.push_str("</dl></details>\n");
    }

    fn verdict(&self, out: &mut String) {
        let snapshot = self.history.at(self.next);
        let Some(verdict) = snapshot.verdict else { return };
        let class = match verdict {
            Verdict::Safe { vacuous: None, .. } => "o-verdict o-safe",
            Verdict::Unsafe(_) => "o-verdict o-unsafe",
            _ => "o-verdict",
        };
        let _ = writeln!(out, "<p class=\"{class}\">{}</p>", words::verdict(verdict, self.setup.language));
        match verdict {
            Verdict::Safe { invariant, obligations, vacuous, .. } => {
                if let Some(vacuous) = vacuous {
                    let _ = writeln!(out, "<p>{}</p>", words::vacuity(*vacuous, self.setup.language));
                }
                out.push_str("<dl><dt>invariant</dt><dd>");
                self.formula(out, *invariant, &Palette::plain());
                out.push_str("</dd>");
                for obligation in obligations {
                    let (title, sentence) = own::proved(&obligation.name, self.setup.language);
                    out.push_str("<dt>✓ ");
                    escape(out, &title);
                    out.push_str("</dt><dd>");
                    escape(out, sentence);
                    out.push_str(" <code>");
                    escape(out, &obligation.statement);
                    out.push_str("</code></dd>");
                }
                out.push_str("</dl>\n");
            }
            Verdict::Unsafe(execution) => {
                let table = execution_table(execution);
                out.push_str("<table><thead><tr><th>line</th><th></th>");
                for name in &table.columns {
                    out.push_str("<th>");
                    escape(out, name);
                    out.push_str("</th>");
                }
                out.push_str("</tr></thead><tbody>");
                for row in table.rows.iter().take(ROWS) {
                    let line = row.line.map(|line| line.to_string()).unwrap_or_default();
                    let _ = write!(out, "<tr><td>{line}</td><td><code>");
                    escape(out, &row.text);
                    out.push_str("</code> ");
                    escape(out, &row.note);
                    out.push_str("</td>");
                    for cell in &row.cells {
                        out.push_str(if cell.was.is_some() { "<td><b>" } else { "<td>" });
                        escape(out, &cell.value);
                        out.push_str(if cell.was.is_some() { "</b></td>" } else { "</td>" });
                    }
                    out.push_str("</tr>");
                }
                out.push_str("</tbody></table>\n");
                if table.rows.len() > ROWS {
                    let _ = writeln!(out, "<p>And {}.</p>", counted(table.rows.len() - ROWS, "further row"));
                }
            }
            Verdict::Unknown(reason) => {
                out.push_str("<p>");
                escape(out, &words::unknown(reason));
                out.push_str("</p>\n");
            }
            Verdict::Faulty { what, .. } => {
                out.push_str("<p>");
                escape(out, what);
                out.push_str("</p>\n");
            }
        }
    }

    fn formula(&self, out: &mut String, id: FormulaId, palette: &Palette) {
        let Some(formula) = self.history.formula(id) else { return };
        let layout = lay_out(formula, palette, LIMIT);
        out.push_str("<div class=\"o-formula\">");
        rows(out, &layout.rows);
        for (name, text) in &layout.definitions {
            out.push_str("<div class=\"o-row\">");
            escape(out, &format!("where {name} := "));
            out.push_str("</div>");
            rows(out, text);
        }
        if let Layout { hidden_rows: 1.., .. } = layout {
            let _ =
                write!(out, "<div class=\"o-row\">… {}</div>", counted(layout.hidden_rows, "further row"));
        }
        out.push_str("</div>");
    }
}

fn rows(out: &mut String, rows: &[Row]) {
    for row in rows {
        out.push_str("<div class=\"o-row\">");
        row.gutter.iter().for_each(|gutter| out.push_str(gutter.sign()));
        for span in &row.spans {
            let class = match span.kind {
                SpanKind::ALocal => Some("o-a"),
                SpanKind::BLocal => Some("o-b"),
                SpanKind::Shared => Some("o-shared"),
                _ => None,
            };
            if let Some(class) = class {
                let _ = write!(out, "<span class=\"{class}\">");
            }
            escape(out, &span.text);
            if let Some(step) = span.subscript {
                let _ = write!(out, "<sub>{step}</sub>");
            }
            if class.is_some() {
                out.push_str("</span>");
            }
        }
        if row.cut {
            out.push_str(" …");
        }
        out.push_str(&")".repeat(row.closes));
        out.push_str("</div>");
    }
}
