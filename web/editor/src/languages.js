// Colouring and indentation for the input languages. This is only what the eye needs while typing;
// the parsers in the `lang` crate decide what a program means, and the page shows their diagnostics.
import { StreamLanguage } from "@codemirror/language";
import { tagHighlighter, tags } from "@lezer/highlight";

const words = (text) => new Set(text.trim().split(/\s+/));

/** Kinds of token, each with the class that the style sheet colours. */
const kinds = {
  keyword: [tags.keyword, "tok-keyword"],
  type: [tags.typeName, "tok-type"],
  bool: [tags.bool, "tok-bool"],
  number: [tags.number, "tok-number"],
  string: [tags.string, "tok-string"],
  comment: [tags.comment, "tok-comment"],
  operator: [tags.operator, "tok-operator"],
  punctuation: [tags.punctuation, "tok-punctuation"],
  name: [tags.variableName, "tok-name"],
  check: [tags.controlKeyword, "tok-check"], // assume and assert: what the proof is about
  label: [tags.labelName, "tok-label"],
  directive: [tags.processingInstruction, "tok-directive"],
  annotation: [tags.annotation, "tok-annotation"], // inside { precondition } and { postcondition }
};

export const highlighter = tagHighlighter(
  Object.values(kinds).map(([tag, cls]) => ({ tag, class: cls })),
);

const tokenTable = Object.fromEntries(Object.entries(kinds).map(([name, [tag]]) => [name, tag]));

/** Consumes a comment that starts here or goes on from the line before; returns whether there was one. */
function comment(stream, state) {
  if (!state.inComment) {
    if (stream.match("//")) {
      stream.skipToEnd();
      return true;
    }
    if (!stream.match("/*")) return false;
    state.inComment = true;
  }
  while (!stream.eol()) {
    if (stream.match("*/")) {
      state.inComment = false;
      return true;
    }
    stream.next();
  }
  return true;
}

const indentBy = (levels, cx) => Math.max(levels, 0) * cx.unit;

const impKeywords = words("skip if then elif else end while do done nondet not and or");
const impOpens = words("then do else");
const impCloses = words("elif else end done");

/** Whether the word is `for`, `to` or `downto` of a counting loop; they are names everywhere else. The counter is not. */
function countingWord(stream, state, word) {
  if (word === "for" && stream.match(/^\s+[A-Za-z_]\w*\s*:=/, false)) {
    state.counting = 2;
    return true;
  }
  if (state.counting === 2) {
    state.counting = 1;
    return false;
  }
  if (state.counting === 1 && (word === "to" || word === "downto")) {
    state.counting = 0;
    return true;
  }
  if (word === "do") state.counting = 0;
  return false;
}

const imp = StreamLanguage.define({
  name: "imp",
  startState: () => ({ inComment: false, annotation: false, depth: 0, counting: 0 }),
  copyState: (state) => ({ ...state }),
  tokenTable,
  token(stream, state) {
    if (!state.inComment && stream.eatSpace()) return null;
    if (comment(stream, state)) return "comment";
    if (stream.match(/^[{}]/)) {
      state.annotation = stream.current() === "{";
      return "punctuation annotation";
    }
    const kind = impToken(stream, state);
    return state.annotation ? `${kind} annotation` : kind;
  },
  indent(state, after, cx) {
    if (state.inComment) return null;
    const word = /^[a-z]*/.exec(after)[0];
    return indentBy(state.depth - (impCloses.has(word) ? 1 : 0), cx);
  },
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    indentOnInput: /^\s*(elif|else|end|done)$/,
  },
});

function impToken(stream, state) {
  if (stream.match(/^\d+/)) return "number";
  if (stream.match(/^[A-Za-z_]\w*/)) {
    const word = stream.current();
    if (countingWord(stream, state, word)) return "keyword";
    if (impCloses.has(word)) state.depth = Math.max(state.depth - 1, 0);
    if (impOpens.has(word)) state.depth += 1;
    if (impKeywords.has(word)) return "keyword";
    if (word === "assume" || word === "assert") return "check";
    if (word === "int" || word === "bool") return "type";
    return word === "true" || word === "false" ? "bool" : "name";
  }
  if (stream.match(/^(:=|=>|==|!=|<=|>=|&&|\|\||[-+*/%<>=!≤≥≠∧∨¬−⇒])/)) return "operator";
  stream.next();
  return "punctuation";
}

const cKeywords = words(
  `auto break case const continue default do else enum extern for goto if inline register return sizeof static
   struct switch typedef union volatile while`,
);
const cTypes = words("void char short int long signed unsigned float double _Bool bool");

const c = StreamLanguage.define({
  name: "c",
  startState: () => ({ inComment: false, depth: 0 }),
  copyState: (state) => ({ ...state }),
  tokenTable,
  token(stream, state) {
    if (!state.inComment && stream.eatSpace()) return null;
    if (comment(stream, state)) return "comment";
    if (stream.match(/^"([^"\\]|\\.)*"?/) || stream.match(/^'([^'\\]|\\.)*'?/)) return "string";
    if (stream.match(/^#\s*\w+/)) return "directive";
    if (stream.match(/^(0[xX][\da-fA-F]+|\d+)[uUlL]*/)) return "number";
    if (stream.match(/^[A-Za-z_]\w*/)) return cWord(stream);
    if (stream.match(/^[{}]/)) {
      state.depth = Math.max(state.depth + (stream.current() === "{" ? 1 : -1), 0);
      return "punctuation";
    }
    if (stream.match(/^[-+*/%<>=!&|^~?:]/)) return "operator";
    stream.next();
    return "punctuation";
  },
  indent(state, after, cx) {
    if (state.inComment) return null;
    return indentBy(state.depth - (after.startsWith("}") ? 1 : 0), cx);
  },
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    indentOnInput: /^\s*\}$/,
  },
});

function cWord(stream) {
  const word = stream.current();
  if (cKeywords.has(word)) return "keyword";
  if (cTypes.has(word)) return "type";
  if (word === "true" || word === "false") return "bool";
  if (/^(__VERIFIER_(assume|assert|error)|assert|assume|reach_error)$/.test(word)) return "check";
  const first = /(^|[;{}:])\s*$/.test(stream.string.slice(0, stream.start));
  return first && stream.match(/^\s*:/, false) ? "label" : "name";
}

const chcKeywords = words(
  "forall exists let declare-fun declare-const define-fun set-logic set-info set-option exit get-model",
);
const chcOperators = words("and or not => xor ite = distinct < <= > >= + - * div mod abs");

/** Horn clauses: S-expressions of SMT-LIB. */
const chc = StreamLanguage.define({
  name: "chc",
  startState: () => ({ depth: 0 }),
  copyState: (state) => ({ ...state }),
  tokenTable,
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^;.*/)) return "comment";
    if (stream.match(/^[()]/)) {
      state.depth = Math.max(state.depth + (stream.current() === "(" ? 1 : -1), 0);
      return "punctuation";
    }
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^\|[^|]*\|?/)) return "name";
    if (stream.match(/^\d+/)) return "number";
    if (!stream.match(/^[^\s();|"]+/)) stream.next();
    const word = stream.current();
    if (chcKeywords.has(word) || word.startsWith(":")) return "keyword";
    if (chcOperators.has(word)) return "operator";
    if (word === "assert" || word === "check-sat") return "check";
    if (word === "Int" || word === "Bool") return "type";
    return word === "true" || word === "false" ? "bool" : "name";
  },
  indent(state, after, cx) {
    return indentBy(state.depth - (after.startsWith(")") ? 1 : 0), cx);
  },
  languageData: { commentTokens: { line: ";" } },
});

export const languages = { imp, c, chc };
