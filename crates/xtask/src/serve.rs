//! Serves the built page on this machine: files of one folder over HTTP, for `cargo xtask serve` and the browser
//! tests, as static hosts do: compressed, and not again where the browser has the same version. What is missing is answered
//! with 404; only files whose name carries a hash may be cached unasked. Any page may read them, without which a frame that is
//! sandboxed, and so of no origin, could not load its own files.

use crate::process::command;
use crate::{Result, page, repo, tools};
use libdeflater::{CompressionLvl, Compressor};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};
use std::{fs, thread};

/// What `cargo xtask serve` was asked for.
#[derive(Debug, PartialEq)]
pub struct Options {
    /// The port to try first; 0 takes any.
    pub port: u16,
    /// Let Trunk build without optimization and again on every edit.
    pub dev: bool,
    /// Serve `dist/` as it is.
    pub no_build: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { port: 8080, dev: false, no_build: false }
    }
}

/// Builds the page and serves it until the program is ended.
pub fn run(options: Options) -> Result {
    let listener = free_port(options.port)?; // before the build: a port that cannot be had is said at once
    let url = address(&listener)?;
    if options.dev {
        return serve_with_trunk(listener, &url);
    }
    if !options.no_build {
        page::build()?;
    }
    if !repo::dist().join("index.html").is_file() {
        return Err("there is no dist/index.html to serve; `cargo xtask build` makes it".into());
    }
    println!("Loopglass is at {url}");
    io::stdout().flush().map_err(|e| e.to_string())?;
    accept(&listener, &repo::dist());
    Ok(())
}

/// Serves a folder from a thread of its own for as long as this program runs; gives the address.
pub fn in_background(folder: PathBuf) -> Result<String> {
    let listener = free_port(0)?;
    let url = address(&listener)?;
    thread::spawn(move || accept(&listener, &folder));
    Ok(url)
}

/// Trunk builds, watches and serves; the address is printed when it first answers.
fn serve_with_trunk(listener: TcpListener, url: &str) -> Result {
    tools::for_page()?;
    let port = listener.local_addr().map_err(|e| e.to_string())?.port();
    drop(listener);
    let mut trunk = command("trunk");
    trunk.args(["serve", "--port", &port.to_string()]);
    let mut child = trunk.spawn().map_err(|e| format!("`trunk` cannot start: {e}"))?;
    let line = format!("Loopglass is at {url}");
    thread::spawn(move || {
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            thread::sleep(Duration::from_millis(200));
        }
        println!("{line}");
    });
    let status = child.wait().map_err(|e| e.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("`trunk serve` ended: {status}")) }
}

/// Takes the port, or the next free one after it.
fn free_port(wanted: u16) -> Result<TcpListener> {
    for port in (wanted..=u16::MAX).take(100) {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => {
                if port != wanted {
                    eprintln!("Port {wanted} is taken, so the page will be at port {port}.");
                }
                return Ok(listener);
            }
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(format!("port {port}: {error}")),
        }
    }
    Err(format!("no port from {wanted} on is free; choose another with `--port`"))
}

fn address(listener: &TcpListener) -> Result<String> {
    let port = listener.local_addr().map_err(|e| e.to_string())?.port();
    Ok(format!("http://127.0.0.1:{port}/"))
}

fn accept(listener: &TcpListener, folder: &Path) {
    let packed = Arc::new(Packed::default());
    let (ahead, of) = (packed.clone(), folder.to_owned());
    thread::spawn(move || pack_ahead(&of, &ahead));
    for stream in listener.incoming().flatten() {
        let (folder, packed) = (folder.to_owned(), packed.clone());
        // An error is one visitor's connection breaking off, which concerns nobody else.
        thread::spawn(move || answer(stream, &folder, &packed));
    }
}

/// Compresses what every visitor fetches before the first one does; what fails here is told to who asks for it.
fn pack_ahead(folder: &Path, packed: &Packed) {
    let gzip = Headers { takes_gzip: true, ..Headers::default() };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let small = entries
        .filter(|entry| entry.metadata().is_ok_and(|data| data.is_file() && data.len() <= LARGE as u64));
    for path in small.map(|entry| entry.path()) {
        let _ = file(&path, &path, &gzip, packed);
    }
}

/// Reads one request and answers it.
fn answer(mut stream: TcpStream, folder: &Path, packed: &Packed) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut reader = BufReader::new((&stream).take(64 * 1024));
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut headers = Headers::default();
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        headers.read(&header);
        header.clear();
    }
    let reply = respond(&request, &headers, folder, packed);
    let Reply { status, kind, cache, body, more } = &reply;
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nCache-Control: {cache}\r\n{more}\
         Access-Control-Allow-Origin: *\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    )?;
    if !request.starts_with("HEAD ") {
        stream.write_all(body)?;
    }
    stream.flush()
}

/// What a request says of the answers that it takes.
#[derive(Default)]
struct Headers {
    /// Whether it takes gzip.
    takes_gzip: bool,
    /// The version that the browser has.
    known: Option<String>,
}

impl Headers {
    fn read(&mut self, line: &str) {
        let Some((name, value)) = line.split_once(':') else { return };
        let value = value.trim();
        if name.eq_ignore_ascii_case("accept-encoding") {
            // `gzip;q=0` would refuse it; no browser sends that.
            self.takes_gzip = value.split(',').any(|one| one.trim() == "gzip");
        } else if name.eq_ignore_ascii_case("if-none-match") {
            self.known = Some(value.to_owned());
        }
    }
}

/// A file of so many bytes is not compressed as far as possible: that would take seconds.
const LARGE: usize = 8_000_000;

/// A version of a file, compressed.
struct PackedFile {
    of: String,
    bytes: Arc<[u8]>,
}

/// Files compressed before, by path.
#[derive(Default)]
struct Packed(Mutex<BTreeMap<PathBuf, PackedFile>>);

impl Packed {
    /// The body, compressed: once for each version of the file.
    fn of(&self, path: &Path, version: &str, body: &[u8]) -> io::Result<Arc<[u8]>> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = known().get(path)
            && file.of == version
        {
            return Ok(file.bytes.clone());
        }
        let level = if body.len() > LARGE { CompressionLvl::default() } else { CompressionLvl::best() };
        let mut compressor = Compressor::new(level);
        let mut bytes = vec![0; compressor.gzip_compress_bound(body.len())];
        let length = compressor.gzip_compress(body, &mut bytes).map_err(io::Error::other)?;
        bytes.truncate(length);
        let packed: Arc<[u8]> = bytes.into();
        known().insert(path.to_owned(), PackedFile { of: version.to_owned(), bytes: packed.clone() });
        Ok(packed)
    }
}

#[derive(Debug, PartialEq)]
struct Reply {
    status: &'static str,
    kind: &'static str,
    cache: &'static str,
    body: Arc<[u8]>,
    /// Further header lines.
    more: String,
}

impl Reply {
    fn refuse(status: &'static str) -> Reply {
        let (kind, body) = ("text/plain; charset=utf-8", status.as_bytes().into());
        Reply { status, kind, cache: "no-store", body, more: String::new() }
    }
}

/// The version of a file, as an `ETag`: its length and when it was written.
fn version(path: &Path) -> io::Result<String> {
    let data = fs::metadata(path)?;
    let time = data.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(format!("\"{:x}-{:x}\"", data.len(), time.as_nanos()))
}

/// Whether it is worth compressing.
fn is_packed(kind: &str) -> bool {
    ["text/", "application/json", "application/wasm", "application/manifest", "image/svg"]
        .iter()
        .any(|start| kind.starts_with(start))
}

/// A file as it is sent.
fn file(path: &Path, name: &Path, headers: &Headers, packed: &Packed) -> io::Result<Reply> {
    let (kind, cache) = (media_type(name), cache_of(name));
    let version = version(path)?;
    let is_gzip = headers.takes_gzip && is_packed(kind);
    // What differs in its encoding differs in its version.
    let tag = if is_gzip { format!("W/{version}") } else { version.clone() };
    let mut more = format!("ETag: {tag}\r\nVary: Accept-Encoding\r\n");
    if headers.known.as_deref() == Some(&*tag) {
        return Ok(Reply { status: "304 Not Modified", kind, cache, body: [].into(), more });
    }
    let body = fs::read(path)?;
    let body = if is_gzip {
        more.push_str("Content-Encoding: gzip\r\n");
        packed.of(path, &version, &body)?
    } else {
        body.into()
    };
    Ok(Reply { status: "200 OK", kind, cache, body, more })
}

/// The answer to a request line such as `GET /app.js HTTP/1.1`.
fn respond(request: &str, headers: &Headers, folder: &Path, packed: &Packed) -> Reply {
    let mut words = request.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Reply::refuse("400 Bad Request");
    };
    if method != "GET" && method != "HEAD" {
        return Reply::refuse("405 Method Not Allowed");
    }
    let Some(path) = file_of(target) else { return Reply::refuse("400 Bad Request") };
    file(&folder.join(&path), &path, headers, packed).unwrap_or_else(|_| Reply::refuse("404 Not Found"))
}

/// The file below the folder that a request's target names; none if it would lead out of the folder.
fn file_of(target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let mut file = PathBuf::new();
    for part in decode(path)?.split('/') {
        match part {
            "" | "." => {}
            ".." => return None,
            name if name.contains(['\\', '\0', ':']) => return None,
            name => file.push(name),
        }
    }
    if path.is_empty() || path.ends_with('/') {
        file.push("index.html");
    }
    Some(file)
}

/// Undoes percent-encoding.
fn decode(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'%' => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                u8::try_from(digit(bytes.next()?)? * 16 + digit(bytes.next()?)?).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(decoded).ok()
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|ext| ext.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" | "imp" | "c" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A file with Trunk's hash in its name never changes; any other must be asked for anew.
fn cache_of(path: &Path) -> &'static str {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let hashed = name
        .split(['-', '.', '_'])
        .any(|part| (12..=16).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_hexdigit()));
    if hashed { "public, max-age=31536000, immutable" } else { "no-cache" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(target: &str) -> Option<String> {
        file_of(target).map(|path| path.to_string_lossy().into_owned())
    }

    #[test]
    fn targets() {
        assert_eq!(path("/").as_deref(), Some("index.html"));
        assert_eq!(path("/a/?x=1").as_deref(), Some("a/index.html"));
        assert_eq!(path("/a%20b.js?v=/../").as_deref(), Some("a b.js"));
        for bad in [
            "",
            "a",
            "/..",
            "/a/../../b",
            "/%2e%2e/b",
            "/%2e%2e%2fb",
            "/..%5cb",
            "/%",
            "/%zz",
            "/%ff",
            "/c:/b",
        ] {
            assert_eq!(path(bad), None, "{bad}");
        }
        assert_eq!(path("//etc/passwd").as_deref(), Some("etc/passwd"), "it stays below the folder");
    }

    #[test]
    fn replies() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let reply = |request| respond(request, &Headers::default(), here, &Packed::default());
        let found = reply("GET /sizes.mjs HTTP/1.1\r\n");
        assert_eq!((found.status, found.kind), ("200 OK", "text/javascript; charset=utf-8"));
        assert!(!found.body.is_empty());
        assert_eq!(reply("GET /nothing.js HTTP/1.1").status, "404 Not Found");
        assert_eq!(reply("GET /src HTTP/1.1").status, "404 Not Found", "a folder is no file");
        assert_eq!(reply("GET /../../Cargo.toml HTTP/1.1").status, "400 Bad Request");
        assert_eq!(reply("POST / HTTP/1.1").status, "405 Method Not Allowed");
        assert_eq!(reply("\r\n").status, "400 Bad Request");
    }

    #[test]
    fn compressed_and_only_once_for_each_version() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let packed = Packed::default();
        let reply = |lines: &[&str]| {
            let mut headers = Headers::default();
            lines.iter().for_each(|line| headers.read(line));
            respond("GET /src/serve.rs HTTP/1.1", &headers, here, &packed)
        };
        let tag = |reply: &Reply| {
            let line = reply.more.lines().find_map(|line| line.strip_prefix("ETag: "));
            line.unwrap().to_owned()
        };
        // Sources are sent as they are: `.rs` is no type of the page's.
        let plain = reply(&["Accept-Encoding: gzip, br\r\n"]);
        assert!(!plain.more.contains("gzip"), "{}", plain.more);
        assert_eq!(reply(&[&format!("If-None-Match: {}\r\n", tag(&plain))]).status, "304 Not Modified");
        assert_eq!(reply(&["If-None-Match: \"0-0\"\r\n"]).status, "200 OK");
        let script = |lines: &[&str]| {
            let mut headers = Headers::default();
            lines.iter().for_each(|line| headers.read(line));
            respond("GET /sizes.mjs HTTP/1.1", &headers, here, &packed)
        };
        let whole = script(&[]);
        let short = script(&["accept-encoding: deflate, gzip\r\n"]);
        assert!(short.more.contains("Content-Encoding: gzip"), "{}", short.more);
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(&*short.body).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, *whole.body);
        assert_ne!(tag(&whole), tag(&short));
        assert!(Arc::ptr_eq(&short.body, &script(&["accept-encoding: gzip"]).body), "it is kept");
    }

    #[test]
    fn only_hashed_names_are_cached() {
        assert!(cache_of(Path::new("app-0123456789abcdef_bg.wasm")).ends_with("immutable"));
        assert!(
            cache_of(Path::new("style-0123456789abcde.css")).ends_with("immutable"),
            "without a leading zero"
        );
        assert_eq!(cache_of(Path::new("app_bg.wasm")), "no-cache");
        assert_eq!(cache_of(Path::new("index.html")), "no-cache");
    }

    #[test]
    fn a_taken_port_is_passed_over() {
        let first = free_port(0).unwrap();
        let taken = first.local_addr().unwrap().port();
        let second = free_port(taken).unwrap();
        assert_ne!(second.local_addr().unwrap().port(), taken);
    }

    #[test]
    fn over_the_wire() {
        let url = in_background(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
        let host = url.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(host).unwrap();
        stream.write_all(b"HEAD /serve.rs HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let length = fs::metadata(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve.rs")).unwrap().len();
        assert!(reply.starts_with("HTTP/1.1 200 OK\r\n"), "{reply}");
        assert!(reply.contains(&format!("Content-Length: {length}\r\n")), "{reply}");
        assert!(reply.ends_with("\r\n\r\n"), "{reply}");
    }
}
