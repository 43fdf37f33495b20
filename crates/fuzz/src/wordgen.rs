//! Programs of C with one expression over two 8-bit variables, and what the machine's own compiler makes of them: for every pair of
//! values whether the assertion fails, or something undefined comes first.

use crate::random::Random;
use crate::words::Said;
use std::fmt::Write;
use std::process::Command;

/// A program: types, an expression with marks for what may be undefined, and what is claimed of its value.
#[derive(Debug, Clone)]
pub struct Program {
    types: [&'static str; 3],
    /// With `DIV(a, b)`, `REM(a, b)`, `SHL(a, b)`, `SHR(a, b)`.
    marked: String,
    plain: String,
    claim: String,
}

impl Program {
    /// A given one: the types of `x`, `y` and `z`, what `z` is with marks and without, and what is claimed.
    pub fn of(types: [&'static str; 3], marked: &str, plain: &str, claim: &str) -> Program {
        Program { types, marked: marked.into(), plain: plain.into(), claim: claim.into() }
    }

    /// As it is read here.
    pub fn source(&self) -> String {
        let [x, y, z] = self.types;
        format!(
            "#include <assert.h>\nint main(void) {{\n  {x} x;\n  {y} y;\n  {z} z = {};\n  assert({});\n  return 0;\n}}\n",
            self.plain, self.claim
        )
    }
}

/// A random one.
pub fn program(random: &mut Random) -> Program {
    let narrow = ["signed char", "unsigned char"];
    let all = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned"];
    let types = [narrow[random.below(2)], narrow[random.below(2)], all[random.below(all.len())]];
    let (marked, plain) = expression(random, 2);
    let number = random.below(400) as i64 - 200;
    let claim = match random.below(5) {
        0 => format!("z <= {number}"),
        1 => format!("z > {number}"),
        2 => format!("(z & 7) != {}", random.below(8)),
        _ => format!("z != {number}"),
    };
    Program { types, marked, plain, claim }
}

fn expression(random: &mut Random, depth: u32) -> (String, String) {
    if depth == 0 || random.chance(20) {
        let leaf = match random.below(4) {
            0 => random.below(40).to_string(),
            1 | 2 => "x".into(),
            _ => "y".into(),
        };
        return (leaf.clone(), leaf);
    }
    let ((a, plain_a), (b, plain_b)) = (expression(random, depth - 1), expression(random, depth - 1));
    let sign = ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", "=="][random.below(12)];
    match sign {
        "/" => (format!("DIV({a}, {b})"), format!("({plain_a} / {plain_b})")),
        "%" => (format!("REM({a}, {b})"), format!("({plain_a} % {plain_b})")),
        "<<" | ">>" => {
            let name = if sign == "<<" { "SHL" } else { "SHR" };
            let by = random.below(3);
            let (b, plain_b) = match by {
                0 => (b, plain_b),
                _ => (format!("({b} & 7)"), format!("({plain_b} & 7)")),
            };
            (format!("{name}({a}, {b})"), format!("({plain_a} {sign} {plain_b})"))
        }
        _ => (format!("({a} {sign} {b})"), format!("({plain_a} {sign} {plain_b})")),
    }
}

/// For each program 65,536 digits, by x and then y from their least values on: 1 where it fails.
///
/// # Errors
/// The compiler is not there, or refuses a program, or something cannot be written.
pub fn compiled(programs: &[Program]) -> Result<Vec<Vec<u8>>, String> {
    let folder = std::env::temp_dir().join(format!("loopglass-words-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut text = String::from(
        "#include <stdio.h>\nstatic int bad;\n\
         #define SAFE(b) (b == 0 ? (bad = 1, (__typeof__(b))1) : b)\n\
         #define DIV(a, b) ({ __auto_type a_ = (a); __auto_type b_ = (b); a_ / SAFE(b_); })\n\
         #define REM(a, b) ({ __auto_type a_ = (a); __auto_type b_ = (b); a_ % SAFE(b_); })\n\
         #define IN(b) (b < 0 || b > 31 ? (bad = 1, (__typeof__(b))0) : b)\n\
         #define SHL(a, b) ({ __auto_type a_ = (a); __auto_type b_ = (b); a_ << IN(b_); })\n\
         #define SHR(a, b) ({ __auto_type a_ = (a); __auto_type b_ = (b); a_ >> IN(b_); })\n\
         int main(void) {\n",
    );
    for Program { types: [x, y, z], marked, claim, .. } in programs {
        let from = |ty: &str| if ty.starts_with("signed") { -128 } else { 0 };
        let (low_x, low_y) = (from(x), from(y));
        let _ = writeln!(
            text,
            "  for (int i = 0; i < 256; i++) for (int j = 0; j < 256; j++) {{ {x} x = {low_x} + i; {y} y = {low_y} + j; \
             bad = 0; {z} z = {marked}; putchar(bad || !({claim}) ? '1' : '0'); }}"
        );
    }
    text.push_str("  return 0;\n}\n");
    let (source, binary) = (folder.join("words.c"), folder.join("words"));
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let output = Command::new("cc")
        .args(["-std=gnu11", "-w", "-O0", "-fwrapv"])
        .arg(&source)
        .arg("-o")
        .arg(&binary)
        .output()
        .map_err(|e| format!("cc: {e}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).chars().take(2_000).collect());
    }
    let output = Command::new(&binary).output().map_err(|e| e.to_string())?;
    let _ = std::fs::remove_dir_all(&folder);
    let tables: Vec<Vec<u8>> = output.stdout.chunks(1 << 16).map(<[u8]>::to_vec).collect();
    match tables.len() == programs.len() {
        true => Ok(tables),
        false => Err(format!("{} of {} programs were run", tables.len(), programs.len())),
    }
}

/// Whether the verdict is the compiler's, and the execution one that fails there, too. True if the program is safe.
///
/// # Errors
/// What differs.
pub fn judge(program: &Program, table: &[u8], said: &Said) -> Result<bool, String> {
    let fails = table.contains(&b'1');
    match said.safe {
        Some(safe) if safe == fails => return Err(format!("said safe: {safe}, the compiler: {}", !fails)),
        Some(true) => return Ok(true),
        Some(false) => {}
        None => return Err("no verdict".into()),
    }
    let value = |name: &str, ty: &str| {
        let number = said.start.iter().find(|(n, _)| n == name).and_then(|(_, v)| v.parse::<i64>().ok())?;
        usize::try_from(number + if ty.starts_with("signed") { 128 } else { 0 }).ok()
    };
    let (x, y) = (value("x", program.types[0]), value("y", program.types[1]));
    let at = x.unwrap_or(0) * 256 + y.unwrap_or(0);
    match table.get(at) {
        Some(b'1') => Ok(false),
        _ => Err(format!("the execution {:?} does not fail when it is compiled", said.start)),
    }
}
