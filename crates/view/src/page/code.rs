//! A link as a QR code (ISO/IEC 18004), to be scanned from a projector.

use qrcodegen::{QrCode, QrCodeEcc};
use std::fmt::Write;

/// The most modules on a side that a camera in a lecture hall still tells apart: version 25, 117 by 117.
pub const MAX_SIDE: i32 = 117;
/// The empty modules around a code, without which it is not found.
const QUIET: i32 = 4;

/// A code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The modules on a side, with what is empty around them.
    pub side: i32,
    /// The dark modules as the `d` of an SVG path, one unit each.
    pub path: String,
}

/// The code of a text; none if it would have more than [`MAX_SIDE`] modules on a side.
pub fn code(text: &str) -> Option<Code> {
    // What is corrected costs modules; a picture on a screen has neither dirt nor folds.
    let made = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let size = made.size();
    if size > MAX_SIDE {
        return None;
    }
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let from = x;
            while x < size && made.get_module(x, y) {
                x += 1;
            }
            if x > from {
                let _ = write!(path, "M{} {}h{}v1h-{}z", from + QUIET, y + QUIET, x - from, x - from);
            }
            x += 1;
        }
    }
    Some(Code { side: size + 2 * QUIET, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modules that a path draws.
    fn drawn(code: &Code) -> Vec<String> {
        let mut rows = vec![vec![' '; code.side as usize]; code.side as usize];
        for part in code.path.split('M').skip(1) {
            let (x, rest) = part.split_once(' ').unwrap();
            let (y, rest) = rest.split_once('h').unwrap();
            let width: usize = rest.split_once('v').unwrap().0.parse().unwrap();
            let (x, y): (usize, usize) = (x.parse().unwrap(), y.parse().unwrap());
            rows[y][x..x + width].fill('#');
        }
        rows.into_iter().map(|row| row.into_iter().collect()).collect()
    }

    #[test]
    fn a_code_has_its_three_corners_and_room_around() {
        let code = code("https://example.org/#1=abc").unwrap();
        let rows = drawn(&code);
        let corner = ["#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"];
        let (near, far) = (4, code.side as usize - 11);
        for (left, top) in [(near, near), (far, near), (near, far)] {
            for (at, row) in corner.iter().enumerate() {
                assert_eq!(&&rows[top + at][left..left + 7], row);
            }
        }
        assert!(rows[..4].iter().chain(&rows[rows.len() - 4..]).all(|row| row.trim().is_empty()));
    }

    #[test]
    fn a_long_link_has_none() {
        assert_eq!(code(&"a".repeat(1270)).map(|code| code.side), Some(MAX_SIDE + 8));
        assert_eq!(code(&"a".repeat(1400)), None);
        assert_eq!(code(&"a".repeat(70_000)), None);
    }
}
