//! Places in a text: the front end counts bytes, the editor counts UTF-16 units.

/// The UTF-16 offset of a byte offset; offsets inside a character count from its start, those past the end from the end.
pub fn utf16_of_byte(text: &str, byte: u32) -> u32 {
    let byte = (byte as usize).min(text.len());
    let units =
        text.char_indices().take_while(|(at, c)| at + c.len_utf8() <= byte).map(|(_, c)| c.len_utf16());
    u32::try_from(units.sum::<usize>()).unwrap_or(u32::MAX)
}

/// The byte offset of a UTF-16 offset; offsets inside a character count from its start, those past the end from the end.
pub fn byte_of_utf16(text: &str, unit: u32) -> u32 {
    let mut units = 0;
    for (at, c) in text.char_indices() {
        units += c.len_utf16();
        if units > unit as usize {
            return u32::try_from(at).unwrap_or(u32::MAX);
        }
    }
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}

/// The first byte of a line, counted from 1; the end of the text when it has fewer lines.
pub fn byte_of_line(text: &str, line: u32) -> u32 {
    let skip = line.saturating_sub(1) as usize;
    let length: usize = text.split_inclusive('\n').take(skip).map(str::len).sum();
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_all_lengths() {
        let text = "aé≤𝄞b"; // 1, 2, 3, 4 bytes; 1, 1, 1, 2 units
        let expected = [(0, 0), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (9, 3), (10, 5), (11, 6), (99, 6)];
        for (byte, unit) in expected {
            assert_eq!(utf16_of_byte(text, byte), unit, "byte {byte}");
        }
        let back = [(0, 0), (1, 1), (2, 3), (3, 6), (4, 6), (5, 10), (6, 11), (9, 11)];
        for (unit, byte) in back {
            assert_eq!(byte_of_utf16(text, unit), byte, "unit {unit}");
        }
    }

    #[test]
    fn lines() {
        let text = "ab\n\ncd";
        for (line, byte) in [(0, 0), (1, 0), (2, 3), (3, 4), (4, 6), (9, 6)] {
            assert_eq!(byte_of_line(text, line), byte, "line {line}");
        }
    }
}
