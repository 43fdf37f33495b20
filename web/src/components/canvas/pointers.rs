//! Fingers and the mouse on a picture: one drags it, two pinch it and move it.

use web_sys::{HtmlElement, PointerEvent};

/// A point of the window, in pixels.
type Point = (f64, f64);

/// What the pointers do to the picture.
pub enum Gesture {
    /// It is moved so far, in pixels of the page.
    Drag(Point),
    /// It is scaled about a point of the window that moves so far.
    Pinch {
        /// The factor.
        factor: f64,
        /// The point.
        about: Point,
        /// How far it moves.
        by: Point,
    },
}

/// The pointers that are down.
#[derive(Default)]
pub struct Pointers {
    /// Number and place of each; two at most.
    down: Vec<(i32, Point)>,
    is_dragged: bool,
}

impl Pointers {
    /// A pointer is put down.
    pub fn down(&mut self, event: &PointerEvent, host: &HtmlElement) {
        if event.button() != 0 {
            return;
        }
        if event.is_primary() {
            // Whatever was down before is gone, even if nobody said so.
            self.down.clear();
            self.is_dragged = false;
        }
        self.down.retain(|known| known.0 != event.pointer_id());
        if self.down.len() < 2 {
            self.down.push((event.pointer_id(), at(event)));
        }
        if self.down.len() == 2 {
            // What is drawn changes below the fingers; the picture itself stays.
            self.is_dragged = true;
            for (number, _) in &self.down {
                let _ = host.set_pointer_capture(*number);
            }
        }
    }

    /// A pointer moves, and perhaps does something.
    pub fn moved(&mut self, event: &PointerEvent, host: &HtmlElement) -> Option<Gesture> {
        let now = at(event);
        let i = self.down.iter().position(|known| known.0 == event.pointer_id())?;
        let before = self.down[i].1;
        if let [a, b] = self.down.as_slice() {
            let still = if i == 0 { b.1 } else { a.1 };
            let apart = |a: Point| (a.0 - still.0).hypot(a.1 - still.1).max(8.0);
            let about = ((before.0 + still.0) / 2.0, (before.1 + still.1) / 2.0);
            let by = ((now.0 - before.0) / 2.0, (now.1 - before.1) / 2.0);
            self.down[i].1 = now;
            return Some(Gesture::Pinch { factor: apart(now) / apart(before), about, by });
        }
        let by = (now.0 - before.0, now.1 - before.1);
        if !self.is_dragged && by.0.hypot(by.1) < 5.0 {
            return None;
        }
        if !self.is_dragged {
            // From here on it is no click on a node.
            self.is_dragged = true;
            let _ = host.set_pointer_capture(event.pointer_id());
        }
        self.down[i].1 = now;
        Some(Gesture::Drag(by))
    }

    /// A pointer is lifted.
    pub fn up(&mut self, event: &PointerEvent) {
        self.down.retain(|known| known.0 != event.pointer_id());
    }
}

fn at(event: &PointerEvent) -> Point {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}
