//! `scanf` and its kin: which variables get a value, and what is returned.
//!
//! A call that reads `n` items returns the number of those that have been converted, or -1 at the end of the input; the
//! variables behind those keep their values. If nobody asks for the number it is left out, and every variable gets a value.

use logic::Int;

use super::Typing;
use super::body::Use;
use super::call::after;
use super::expr::number;
use super::spot::{Spot, To};
use crate::ast::Comparison;
use crate::c::ast::{Bounds, Expr, ExprKind, Gives, Place};
use crate::c::syntax::{self, ExprKind as Untyped, Name};
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// A conversion of a format that stores something.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Conversion {
    /// As it is written, such as `%3d`.
    text: String,
    kind: Kind,
    /// Most characters that are read.
    width: Option<u32>,
    /// Whether it counts as an item; `%n` does not.
    counts: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A whole number of so many binary digits.
    Integer(u8),
    /// One character.
    Character,
    Text,
    Float,
    Unknown,
}

impl<'a> Typing<'a, '_> {
    /// A call with the number of arguments before the format.
    pub(super) fn scan(
        &mut self,
        before: usize,
        name: Name<'a>,
        args: &[syntax::Expr<'a>],
        span: Span,
        wanted: Use,
    ) -> Option<Expr> {
        let stream = args.get(..before).unwrap_or(args);
        let effects = self.loose_args(stream, span);
        let Some(syntax::Expr { kind: Untyped::String(parts), span: format, .. }) = args.get(before) else {
            let help = format!("write `{}(\"%d\", &x)`, or for any value `x = nondet();`", name.text);
            self.error(
                Code::WrongArguments,
                span,
                format!("`{}` without a format in quotes", name.text),
                help,
            );
            return None;
        };
        self.characters(parts, *format)?;
        let conversions = conversions(parts);
        let targets = &args[before + 1..];
        if let Some(missing) = conversions.get(targets.len()) {
            let message = format!("there is no argument for `{}`", missing.text);
            self.error(Code::WrongArguments, span, message, "each conversion stores to an address: `&x`");
            return None;
        }
        if let Some(extra) = targets.get(conversions.len()) {
            let message = format!("the format of `{}` does not read this argument", name.text);
            let warning = Diagnostic::warning(Code::WrongArguments, extra.span, message)
                .help("it keeps its value; write one conversion for each argument, such as `%d`")
                .related(*format, "this is the format");
            self.sink.report(warning);
        }
        let items = conversions.iter().filter(|conversion| conversion.counts).count();
        let count = (wanted != Use::Unused).then(|| self.number_of_items(name, items, span));
        let mut parts = effects;
        let mut item = 0_i64;
        let mut is_refused = false;
        if let Some((_, assigned)) = &count {
            parts.push(assigned.clone());
        }
        for (conversion, target) in conversions.iter().zip(targets) {
            item += i64::from(conversion.counts);
            let Some(spot) = self.destination(conversion, target) else {
                // What is not supported and never used may be read into.
                is_refused |= !self.is_idle(target);
                continue;
            };
            let spot = self.repeatable(spot);
            let old = self.read(Spot { before: Vec::new(), ..spot.clone() }, target.span);
            let mut received = self.received(target.span, spot, conversion.range());
            let assigned = match &mut received.kind {
                ExprKind::Comma(parts) => parts.last_mut(),
                _ => Some(&mut received),
            };
            if let (Some((count, _)), true, Some(ExprKind::Assign(_, value) | ExprKind::Store(_, value, _))) =
                (&count, conversion.counts, assigned.map(|assigned| &mut assigned.kind))
            {
                let count = Expr { span: target.span, ty: Type::INT, kind: ExprKind::Var(*count) };
                let least = number(target.span, Int::from(item), Type::INT);
                let is_there = Expr {
                    span: target.span,
                    ty: Type::INT,
                    kind: ExprKind::Compare(Comparison::GreaterEqual, Box::new(count), Box::new(least)),
                };
                let new = std::mem::replace(&mut **value, old.clone());
                value.kind = ExprKind::Conditional(vec![(is_there, new)], Box::new(old));
            }
            parts.push(received);
        }
        if is_refused {
            return None;
        }
        let last = match count {
            Some((count, _)) => Expr { span, ty: Type::INT, kind: ExprKind::Var(count) },
            None => Expr { span, ty: Type::Void, kind: ExprKind::Void },
        };
        Some(after(parts, last))
    }

    /// A variable for the number of items that are converted, and what sets it.
    fn number_of_items(&mut self, name: Name<'a>, items: usize, span: Span) -> (Place, Expr) {
        let place = self.body.local(name.text, name.span, Type::INT);
        let high = i64::try_from(items).unwrap_or(i64::MAX);
        let within = Bounds { low: Some(Int::MINUS_ONE), high: Some(Int::from(high)) };
        let spot = Spot { ty: Type::INT, to: To::Variable(place), before: Vec::new(), span };
        let mut assigned = self.received(span, spot, Some(within));
        assigned.span = name.span;
        (place, assigned)
    }

    /// The variable or element takes any value of its type, within bounds.
    pub(super) fn received(&mut self, span: Span, spot: Spot, within: Option<Bounds>) -> Expr {
        let wanted = if spot.ty == Type::Bool { Use::Truth } else { Use::Value };
        let value = self.body.choice(span, spot.ty, within, wanted);
        if let (ExprKind::Nondet(site), To::Variable(place)) = (&value.kind, &spot.to) {
            self.body.function.nondets[*site as usize].target = Some(*place);
        }
        self.write(spot, value, Gives::New, span)
    }

    /// The variable that a conversion stores to.
    fn destination(&mut self, conversion: &Conversion, target: &syntax::Expr<'a>) -> Option<Spot> {
        let is_address = matches!(target.kind, Untyped::Address(_));
        if !is_address && !self.is_pointer(target) || self.is_idle(target) {
            if !self.is_idle(target) && !self.sink.has_error_at(target.span) {
                let message = format!("`{}` stores to an address", conversion.text);
                let help = match &target.kind {
                    Untyped::Name(name) => format!("write `&{}`", name.text),
                    _ => "write `&x` for a variable `x`".to_owned(),
                };
                self.error(Code::WrongArguments, target.span, message, help);
            }
            return None;
        }
        let what = match conversion.kind {
            Kind::Integer(_) | Kind::Character => None,
            Kind::Text => Some("a text"),
            Kind::Float => Some("a floating-point number"),
            Kind::Unknown => Some("nothing that is known"),
        };
        if let Some(what) = what {
            let message = format!("`{}` reads {what}", conversion.text);
            self.error(
                Code::FeatureUnsupported,
                target.span,
                message,
                "whole numbers are read by `%d` and its kin",
            );
            return None;
        }
        let spot = match &target.kind {
            Untyped::Address(variable) => self.target(variable)?,
            _ => self.pointed(target)?,
        };
        let ty = spot.ty;
        let (bits, words) = match conversion.kind {
            Kind::Integer(bits) => (bits, IntType { bits, signed: true }.name()),
            _ => (8, "char"),
        };
        if !matches!(ty, Type::Int(int) if int.bits == bits) {
            let own = match ty {
                Type::Int(int) => int.name(),
                _ => "_Bool",
            };
            let message = format!("`{}` stores {words}, and this is {own}", conversion.text);
            let mut warning = Diagnostic::warning(Code::WrongArguments, target.span, message);
            let fitting = match ty {
                Type::Int(int) => Some(fitting(int)),
                _ => None,
            };
            warning = warning.help(match fitting {
                Some(fitting) => format!("it is taken to get any value of its type; write `{fitting}`"),
                None => "it is taken to get any value of its type; read into an `int` first".to_owned(),
            });
            self.sink.report(warning);
        }
        Some(spot)
    }
}

/// The conversion for a type.
fn fitting(int: IntType) -> &'static str {
    match (int.bits, int.signed) {
        (8, true) => "%hhd",
        (8, false) => "%hhu",
        (16, true) => "%hd",
        (16, false) => "%hu",
        (32, true) => "%d",
        (32, false) => "%u",
        (_, true) => "%ld",
        (_, false) => "%lu",
    }
}

impl Conversion {
    /// The numbers that so few characters can show.
    fn range(&self) -> Option<Bounds> {
        // Ten digits may be more than the type holds.
        let width = self.width.filter(|&width| (1..=9).contains(&width))?;
        if !matches!(self.kind, Kind::Integer(32 | 64)) || !self.text.ends_with(['d', 'u']) {
            return None;
        }
        let high = 10_i64.pow(width) - 1;
        // A sign takes one of them. For unsigned types a negative number wraps, so that nothing is known.
        let is_signed = self.text.ends_with('d');
        is_signed
            .then(|| Bounds { low: Some(Int::from(1 - 10_i64.pow(width - 1))), high: Some(Int::from(high)) })
    }
}

/// The conversions of a format that store something, in order.
fn conversions(parts: &[&str]) -> Vec<Conversion> {
    let mut found = Vec::new();
    let text: String = parts.iter().map(|part| part.trim_start_matches('"').trim_end_matches('"')).collect();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('%') {
        rest = &rest[at..];
        let mut end = 1;
        let mut eat = |wanted: &dyn Fn(char) -> bool| {
            let length = rest[end..].find(|c| !wanted(c)).unwrap_or(rest.len() - end);
            end += length;
            &rest[end - length..end]
        };
        let is_suppressed = !eat(&|c| c == '*').is_empty();
        let width = eat(&|c| c.is_ascii_digit()).parse().ok();
        let length = eat(&|c| matches!(c, 'h' | 'l' | 'L' | 'q' | 'j' | 'z' | 't'));
        let letter = rest[end..].chars().next();
        let bits = match length {
            "hh" => 8,
            "h" => 16,
            "" => 32,
            _ => 64,
        };
        let kind = match letter {
            Some('%') if end == 1 => {
                rest = &rest[2..];
                continue;
            }
            Some('d' | 'i' | 'u' | 'o' | 'x' | 'X' | 'n') => Kind::Integer(bits),
            Some('c') if width.unwrap_or(1) == 1 && length.is_empty() => Kind::Character,
            Some('c' | 's' | '[') => Kind::Text,
            Some('a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G') => Kind::Float,
            _ => Kind::Unknown,
        };
        end += letter.map_or(0, char::len_utf8);
        let text = rest[..end].to_owned();
        rest = &rest[end..];
        if letter == Some('[') {
            // The set of characters ends at a `]` that is not its first.
            let first = rest.strip_prefix('^').unwrap_or(rest);
            let first = first.strip_prefix(']').unwrap_or(first);
            rest = first.find(']').map_or("", |close| &first[close + 1..]);
        }
        if !is_suppressed {
            found.push(Conversion { text, kind, width, counts: letter != Some('n') });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        let shown = |format: &str| -> String {
            let found = conversions(&[format]);
            found.iter().map(|c| format!("{} {:?} {:?}; ", c.text, c.kind, c.width)).collect()
        };
        for (format, expected) in [
            ("\"%d %d\"", "%d Integer(32) None; %d Integer(32) None; "),
            ("\" %c%%%hhu\"", "%c Character None; %hhu Integer(8) None; "),
            ("\"%*d,%3ld\"", "%3ld Integer(64) Some(3); "),
            ("\"%[^]%d]%lf%s\"", "%[ Text None; %lf Float None; %s Text None; "),
            ("\"%\"", "% Unknown None; "),
            ("\"100%\u{e9}\"", "%\u{e9} Unknown None; "),
            ("\"\"", ""),
        ] {
            assert_eq!(shown(format), expected, "{format}");
        }
        assert_eq!(conversions(&["\"%d\"", "\"%d\""]).len(), 2);
    }
}
