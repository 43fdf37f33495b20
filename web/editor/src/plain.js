// A textarea with the interface of the rich editor. It cannot underline or mark text: the page lists
// diagnostics beside it anyway, and a highlight only scrolls.
import { keyboardHint, label } from "./words.js";

export class PlainEditor {
  constructor(parent, doc, onChange, onCursor) {
    this.area = document.createElement("textarea");
    this.area.className = "plain-editor";
    this.area.value = doc;
    this.area.spellcheck = false;
    this.area.setAttribute("aria-label", label);
    this.area.setAttribute("aria-description", keyboardHint);
    this.area.setAttribute("autocapitalize", "off");
    this.area.addEventListener("input", () => onChange(this.text()));
    this.area.addEventListener("selectionchange", () => onCursor(this.area.selectionStart, this.area.selectionEnd));
    parent.append(this.area);
  }

  text() {
    return this.area.value;
  }

  setText(text) {
    this.area.value = text;
  }

  setLanguage() {}

  setDiagnostics(list) {
    this.area.setAttribute("aria-invalid", String(list.some((d) => d.severity === "error")));
  }

  highlight(from) {
    this.reveal(from);
  }

  clearHighlight() {}

  setGhosts() {}

  reveal(from) {
    const line = this.text().slice(0, from).split("\n").length - 1;
    const height = this.area.scrollHeight / Math.max(this.text().split("\n").length, 1);
    const top = line * height;
    if (top < this.area.scrollTop || top + height > this.area.scrollTop + this.area.clientHeight) {
      this.area.scrollTop = top - this.area.clientHeight / 2;
    }
  }

  setReadOnly(readOnly) {
    this.area.readOnly = readOnly;
  }

  setTheme() {}

  focus(from, to) {
    this.area.setSelectionRange(from, to);
    this.area.focus();
  }

  destroy() {
    this.area.remove();
  }
}
