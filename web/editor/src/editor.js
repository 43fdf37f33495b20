// The program editor. The page's Rust sees one class, `globalThis.LoopglassEditor`; inside it is CodeMirror, or a plain textarea
// when CodeMirror cannot start in this browser. Every offset is in UTF-16 units from the start of the text.
// This file and the page's WebAssembly load side by side; an event tells a page that was there first.
//
// Colours belong to the style sheet. It sets these custom properties on an ancestor:
//   --editor-fg --editor-bg --editor-gutter-fg --editor-gutter-bg --editor-active-line --editor-selection
//   --editor-caret --editor-bracket --editor-tooltip-fg --editor-tooltip-bg --editor-border --editor-font
// and it colours the classes `tok-keyword`, `tok-type`, `tok-bool`, `tok-number`, `tok-string`, `tok-comment`,
// `tok-operator`, `tok-punctuation`, `tok-name`, `tok-check`, `tok-label`, `tok-directive`, `tok-annotation`
// (see languages.js) and whatever class `highlight` was given.
import { RichEditor } from "./rich.js";
import { PlainEditor } from "./plain.js";

let fellBack = false;

export class Editor {
  /**
   * @param {HTMLElement} parent where the editor puts itself, as the last child
   * @param {string} doc the first text
   * @param {(text: string) => void} onChange called after each edit by the user (typing, undo, paste, drop), not after `setText`
   * @param {(from: number, to: number) => void} onCursor called when the user moves the cursor or the selection
   * @param {(at: number) => void} onHover called with the place in the text under the mouse, -1 when there is none
   */
  constructor(parent, doc, onChange, onCursor, onHover = () => {}) {
    try {
      this.inner = new RichEditor(parent, doc, onChange, onCursor, onHover);
    } catch (error) {
      console.warn("The rich editor cannot start here, a plain one takes its place:", error);
      fellBack = true;
      this.inner = new PlainEditor(parent, doc, onChange, onCursor);
    }
    parent.programText = () => this.text(); // for who tells that the page's program has ended (index.html)
  }

  /** Whether an editor of this page had to fall back to a plain textarea. */
  static failed() {
    return fellBack;
  }

  text() {
    return this.inner.text();
  }

  /** Replaces the whole text. Undo brings the former text back. */
  setText(text) {
    this.inner.setText(text);
  }

  /** "imp" or "c". */
  setLanguage(name) {
    this.inner.setLanguage(name);
  }

  /**
   * Underlines problems and marks their lines in the gutter; replaces what was there.
   * @param {{from: number, to: number, severity: "error" | "warning" | "info", message: string}[]} list
   */
  setDiagnostics(list) {
    this.inner.setDiagnostics(list);
  }

  /** Adds the class `cls` to a span of text, or to the whole line when the span is empty. Spans add up. */
  highlight(from, to, cls) {
    this.inner.highlight(from, to, cls);
  }

  /** Removes every span that `highlight` made. */
  clearHighlight() {
    this.inner.clearHighlight();
  }

  /**
   * Writes lines between those of the text that are not part of it; replaces those of before.
   * @param {{line: number, text: string}[]} list each stands above the line of this number, the first of which is 1
   */
  setGhosts(list) {
    this.inner.setGhosts(list);
  }

  /** Scrolls so that the span can be seen; moves neither cursor nor focus. */
  reveal(from, to) {
    this.inner.reveal(from, to);
  }

  setReadOnly(readOnly) {
    this.inner.setReadOnly(readOnly);
  }

  /** "light", "dark" or "presenter"; call it after the style sheet's own switch, so that sizes are measured anew. */
  setTheme(name) {
    this.inner.setTheme(name);
  }

  /** Takes the focus, with this span selected; places count UTF-16 units. */
  focus(from, to) {
    this.inner.focus(from, to);
  }

  destroy() {
    this.inner.destroy();
  }
}

globalThis.LoopglassEditor = Editor;
globalThis.dispatchEvent(new Event("loopglass-editor"));
