//! Runs the command, for the tests of it.

use loopglass_tests::root;
use std::io::{ErrorKind, Write};
use std::process::{Command, Output, Stdio};

/// What a command says and how it ends when it is run at the repository's top with this on standard input.
pub fn ended(command: &mut Command, stdin: &str) -> Output {
    let mut child = command
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that needs no input may have ended before it could be given any.
    if let Err(error) = child.stdin.take().expect("a pipe").write_all(stdin.as_bytes()) {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe, "standard input is read");
    }
    child.wait_with_output().expect("the command ends")
}

/// What a command wrote.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}
