//! `loopglass-pack ZIP FOLDER FILE...`: packs these files of a folder as one, under their names from the folder on. The same files give
//! the same bytes.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use zip::ZipWriter;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;

fn main() -> ExitCode {
    let words: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let done = match &words[..] {
        [to, folder, files @ ..] => pack(to, folder, files).map_err(|e| format!("{}: {e}", to.display())),
        _ => Err("usage: loopglass-pack ZIP FOLDER FILE...".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn pack(to: &Path, folder: &Path, files: &[PathBuf]) -> ZipResult<()> {
    let mut zip = ZipWriter::new(File::create(to)?);
    for file in files {
        let name = file.strip_prefix(folder).unwrap_or(file);
        let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        zip.start_file(parts.join("/"), SimpleFileOptions::default())?;
        io::copy(&mut File::open(file)?, &mut zip)?;
    }
    zip.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn files_under_their_names() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let to = std::env::temp_dir().join(format!("loopglass-{}.zip", std::process::id()));
        let source = here.join("src/main.rs");
        pack(&to, here, std::slice::from_ref(&source)).unwrap();
        let bytes = std::fs::read(&to).unwrap();
        pack(&to, here, std::slice::from_ref(&source)).unwrap();
        assert_eq!(std::fs::read(&to).unwrap(), bytes, "the same files, the same bytes");
        let mut zip = zip::ZipArchive::new(File::open(&to).unwrap()).unwrap();
        std::fs::remove_file(&to).unwrap();
        let mut text = String::new();
        zip.by_name("src/main.rs").unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, std::fs::read_to_string(&source).unwrap());
    }
}
