// The CodeMirror editor. Tab is left to the browser, so the keyboard is never caught here.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Annotation, Compartment, EditorSelection, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  WidgetType,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { highlighter, languages } from "./languages.js";
import { keyboardHint, label } from "./words.js";

/** Marks a change that the page made, so that it is not reported back to the page. */
const fromPage = Annotation.define();

const addHighlight = StateEffect.define();
const dropHighlights = StateEffect.define();

/** The spans that other views light up. They move with the text while it is edited. */
const highlights = StateField.define({
  create: () => Decoration.none,
  update(spans, transaction) {
    spans = spans.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(dropHighlights)) spans = Decoration.none;
      if (effect.is(addHighlight)) spans = spans.update({ add: [decorate(transaction.state, effect.value)] });
    }
    return spans;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorate(state, { from, to, cls }) {
  if (from < to) return Decoration.mark({ class: cls }).range(from, to);
  return Decoration.line({ class: cls }).range(state.doc.lineAt(from).from);
}

const setGhosts = StateEffect.define();

/** A line between the lines of the text that is not part of it. */
class Ghost extends WidgetType {
  constructor(text, indent) {
    super();
    this.text = text;
    this.indent = indent;
  }

  eq(other) {
    return other.text === this.text && other.indent === this.indent;
  }

  toDOM() {
    const line = document.createElement("div");
    line.className = "ghost";
    line.textContent = `${this.indent}${this.text}`;
    line.title = line.textContent.trim();
    return line;
  }
}

/** What is known in places of the program, above the line of each; an edit takes it away, since it was known of another text. */
const ghosts = StateField.define({
  create: () => Decoration.none,
  update(lines, transaction) {
    if (transaction.docChanged) lines = Decoration.none;
    for (const effect of transaction.effects) {
      if (effect.is(setGhosts)) lines = Decoration.set(effect.value.map((ghost) => place(transaction.state, ghost)), true);
    }
    return lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function place(state, { line, text }) {
  const { from, text: below } = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
  const widget = new Ghost(text, /^\s*/.exec(below)[0]);
  return Decoration.widget({ widget, block: true, side: -1 }).range(from);
}

const look = EditorView.theme({
  "&": { color: "var(--editor-fg)", backgroundColor: "var(--editor-bg)", height: "100%" },
  "&.cm-focused": { outline: "2px solid var(--editor-caret, currentColor)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--editor-font, monospace)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--editor-caret, currentColor)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--editor-caret, currentColor)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--editor-selection, Highlight)",
  },
  ".cm-gutters": {
    color: "var(--editor-gutter-fg, inherit)",
    backgroundColor: "var(--editor-gutter-bg, transparent)",
    borderRight: "1px solid var(--editor-border, currentColor)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--editor-active-line, transparent)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--editor-bracket, transparent)", outline: "1px solid" },
  ".cm-tooltip": {
    color: "var(--editor-tooltip-fg, inherit)",
    backgroundColor: "var(--editor-tooltip-bg, Canvas)",
    border: "1px solid var(--editor-border, currentColor)",
  },
  ".cm-panels": { color: "var(--editor-tooltip-fg, inherit)", backgroundColor: "var(--editor-tooltip-bg, Canvas)" },
});

const readOnlyIs = (readOnly) => [
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of({ "aria-readonly": String(readOnly) }),
];

export class RichEditor {
  constructor(parent, doc, onChange, onCursor, onHover) {
    this.language = new Compartment();
    this.writing = new Compartment();
    this.theme = new Compartment();
    const report = EditorView.updateListener.of((update) => {
      if (update.transactions.some((t) => t.annotation(fromPage))) return;
      if (update.docChanged) onChange(update.state.doc.toString());
      if (update.selectionSet || update.docChanged) {
        const { from, to } = update.state.selection.main;
        onCursor(from, to);
      }
    });
    let hovered = -1;
    const hover = (at) => {
      if (at === hovered) return;
      hovered = at;
      onHover(at);
    };
    const mouse = EditorView.domEventHandlers({
      mousemove: (event, view) => hover(view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? -1),
      mouseleave: () => hover(-1),
    });
    this.view = new EditorView({
      parent,
      doc,
      extensions: [
        lineNumbers(),
        EditorView.lineWrapping, // on a projector the text is large and the editor narrow
        lintGutter(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        bracketMatching(),
        indentOnInput(),
        indentUnit.of("  "),
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        syntaxHighlighting(highlighter),
        highlights,
        ghosts,
        look,
        report,
        mouse,
        EditorView.contentAttributes.of({ "aria-label": label, "aria-description": keyboardHint, tabindex: "0" }),
        this.language.of(languages.imp),
        this.writing.of(readOnlyIs(false)),
        this.theme.of(EditorView.darkTheme.of(false)),
      ],
    });
  }

  /** The span, made to fit the present text. */
  clamp(from, to) {
    const end = this.view.state.doc.length;
    const low = Math.min(Math.max(from, 0), end);
    return { from: low, to: Math.min(Math.max(to, low), end) };
  }

  dispatch(spec) {
    this.view.dispatch({ ...spec, annotations: fromPage.of(true) });
  }

  text() {
    return this.view.state.doc.toString();
  }

  setText(text) {
    this.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      effects: dropHighlights.of(null),
    });
  }

  setLanguage(name) {
    this.dispatch({ effects: this.language.reconfigure(languages[name] ?? []) });
  }

  setDiagnostics(list) {
    const fitted = list.map((d) => ({ ...this.clamp(d.from, d.to), severity: d.severity, message: d.message }));
    this.dispatch(setDiagnostics(this.view.state, fitted));
  }

  highlight(from, to, cls) {
    this.dispatch({ effects: addHighlight.of({ ...this.clamp(from, to), cls }) });
  }

  clearHighlight() {
    if (this.view.state.field(highlights) !== Decoration.none) this.dispatch({ effects: dropHighlights.of(null) });
  }

  setGhosts(list) {
    this.dispatch({ effects: setGhosts.of(list) });
    // In a small window what is known at a loop would stand below what is seen; whoever has scrolled away is left alone at later steps.
    const { line } = list[0] ?? {};
    if (line && line !== this.ghostLine && line <= this.view.state.doc.lines) {
      const { from } = this.view.state.doc.line(line);
      this.dispatch({ effects: EditorView.scrollIntoView(from, { y: "nearest", yMargin: 48 }) });
    }
    this.ghostLine = line;
  }

  reveal(from, to) {
    const span = this.clamp(from, to);
    const range = EditorSelection.range(span.from, span.to);
    this.dispatch({ effects: EditorView.scrollIntoView(range, { y: "nearest", yMargin: 24 }) });
  }

  setReadOnly(readOnly) {
    this.dispatch({ effects: this.writing.reconfigure(readOnlyIs(readOnly)) });
  }

  setTheme(name) {
    this.dispatch({ effects: this.theme.reconfigure(EditorView.darkTheme.of(name === "dark")) });
    this.view.requestMeasure();
  }

  focus(from, to) {
    const within = (at) => Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: within(from), head: within(to) }, scrollIntoView: true });
    this.view.focus();
  }

  destroy() {
    this.view.destroy();
  }
}
