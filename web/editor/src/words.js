// What a screen reader says about the editor.
export const label = "Program text";
export const keyboardHint =
  "Tab leaves the editor. Control and right bracket indents, control and left bracket outdents. F8 goes to the next problem.";
