//! Converts binary AIGER to ascii. In the binary form inputs and latches are numbered in order, and gates are encoded
//! as differences in groups of seven bits.

use std::fmt::Write;

/// The ascii text of a binary file.
///
/// # Errors
/// What is wrong with the file, with the byte where it is.
pub fn from_binary(bytes: &[u8]) -> Result<String, String> {
    let mut at = 0;
    let header = line(bytes, &mut at).ok_or("the file is empty")?;
    let mut words = header.split_ascii_whitespace();
    if words.next() != Some("aig") {
        return Err("a binary AIGER file begins with `aig`".into());
    }
    let numbers: Option<Vec<u64>> = words.map(|word| word.parse().ok()).collect();
    let numbers = numbers.ok_or("the header has something that is no number")?;
    let [max, inputs, latches, outputs, gates, rest @ ..] = numbers.as_slice() else {
        return Err("the header lacks numbers: `aig M I L O A`".into());
    };
    // Every line and every gate takes a byte.
    let size = bytes.len() as u64;
    let too_many = [*latches, *outputs, *gates].iter().chain(rest).any(|&count| count > size);
    if too_many
        || rest.len() > 4
        || inputs.checked_add(*latches).and_then(|n| n.checked_add(*gates)) != Some(*max)
    {
        return Err("the numbers of the header do not fit: M is I + L + A".into());
    }
    if *max > 1 << 24 {
        return Err("the circuit is too large".into());
    }
    let mut text = format!("aag{}\n", header.strip_prefix("aig").unwrap_or(""));
    for input in 1..=*inputs {
        let _ = writeln!(text, "{}", 2 * input);
    }
    for latch in 1..=*latches {
        let next = line(bytes, &mut at).ok_or("the file ends among the latches")?;
        let _ = writeln!(text, "{} {next}", 2 * (inputs + latch));
    }
    let (bad, constraints, justice, fairness) = match rest {
        [] => (0, 0, 0, 0),
        [b] => (*b, 0, 0, 0),
        [b, c] => (*b, *c, 0, 0),
        [b, c, j] => (*b, *c, *j, 0),
        [b, c, j, f, ..] => (*b, *c, *j, *f),
    };
    let copy = |text: &mut String, at: &mut usize, count: u64| -> Result<Vec<u64>, String> {
        let mut sizes = Vec::new();
        for _ in 0..count {
            let next = line(bytes, at).ok_or("the file ends before the gates")?;
            let _ = writeln!(text, "{next}");
            sizes.push(next.trim().parse().unwrap_or(0));
        }
        Ok(sizes)
    };
    copy(&mut text, &mut at, outputs + bad + constraints)?;
    let sizes = copy(&mut text, &mut at, justice)?;
    for size in sizes {
        copy(&mut text, &mut at, size.min(bytes.len() as u64))?;
    }
    copy(&mut text, &mut at, fairness)?;
    for gate in 1..=*gates {
        let own = 2 * (inputs + latches + gate);
        let place = at;
        let mut operand = |above: u64| {
            let difference = number(bytes, &mut at)?;
            above.checked_sub(difference)
        };
        let wrong = || format!("byte {place}: a gate is not below what it is made of");
        let left = operand(own).ok_or_else(wrong)?;
        let right = operand(left).ok_or_else(wrong)?;
        if left >= own {
            return Err(wrong());
        }
        let _ = writeln!(text, "{own} {left} {right}");
    }
    // Symbols and comments are text.
    text.push_str(&String::from_utf8_lossy(&bytes[at..]));
    Ok(text)
}

fn line<'b>(bytes: &'b [u8], at: &mut usize) -> Option<&'b str> {
    let rest = bytes.get(*at..)?;
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    *at += end + 1;
    std::str::from_utf8(&rest[..end]).ok()
}

/// Seven bits a byte, the last ones first; the eighth says that more follow.
fn number(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 127).checked_shl(shift)?;
        if byte & 128 == 0 {
            return Some(number);
        }
        shift += 7;
        if shift > 35 {
            return None;
        }
    }
}
