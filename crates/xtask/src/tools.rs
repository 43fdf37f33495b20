//! Finds the tools that the page and the tests need, and installs what is missing: Rust tools into `.tools/`, npm
//! packages beside their `package.json`, Python's Z3 into a virtual environment, Chromium from Debian's packages.
//! A tool of the right version that is on the PATH already is used as it is.

use crate::process::{cargo, command, find, output, run};
use crate::{Result, repo};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The version of Trunk that Trunk.toml was written for.
const TRUNK: &str = "0.21.14";
/// The independent solver of the differential tests.
const Z3_SOLVER: &str = "5.4.1.0";
const WASM: &str = "wasm32-unknown-unknown";

/// Everything that building the page takes.
pub fn for_page() -> Result {
    let wasm_bindgen = repo::wasm_bindgen_version()?;
    editor_bundle()?;
    z3_for_the_page()?;
    wasm_target()?;
    rust_tool("wasm-bindgen", "wasm-bindgen-cli", &wasm_bindgen, 3, &[])?;
    rust_tool("trunk", "trunk", TRUNK, 6, &["--no-default-features"])
}

/// The editor's JavaScript, which the page loads beside its program.
pub fn editor_bundle() -> Result {
    npm_packages(&repo::editor(), "esbuild, wasm-opt and CodeMirror")?;
    run(command("node").arg(repo::editor().join("build.mjs")))
}

/// Z3's WebAssembly, made ready for the page.
fn z3_for_the_page() -> Result {
    let folder = repo::root().join("web/z3");
    npm_packages(&folder, "Z3 for WebAssembly")?;
    let made = repo::tools().join("z3/z3.wasm");
    let make = || run(command("node").arg(folder.join("build.mjs")).arg(&made));
    if made.is_file() {
        return make(); // which does only what has changed
    }
    installing("Z3 in the page: its WebAssembly is optimised", "about 8 minutes", make)
}

/// Rust's standard library for WebAssembly.
pub fn wasm_target() -> Result {
    let libraries = output(command("rustc").args(["--print", "target-libdir", "--target", WASM]));
    if libraries.is_some_and(|dir| Path::new(&dir).is_dir()) {
        return Ok(());
    }
    installing(&format!("Rust's {WASM} target"), "about half a minute", || {
        run(command("rustup").args(["target", "add", WASM]))
    })
}

/// A tool from the Rust registry, in exactly this version. `minutes` is what it takes to compile on two idle cores.
fn rust_tool(program: &str, package: &str, version: &str, minutes: u32, flags: &[&str]) -> Result {
    if output(command(program).arg("--version")).is_some_and(|text| text.split(' ').nth(1) == Some(version)) {
        return Ok(());
    }
    let build = repo::tools().join("build");
    installing(
        &format!("{package} {version}"),
        &format!("{minutes} to {} minutes on two cores", 2 * minutes),
        || {
            run(cargo()
                .args(["install", "--locked", package, "--version", version, "--force", "--root"])
                .arg(repo::tools())
                .args(flags)
                .env("CARGO_TARGET_DIR", &build)
                // Quick to compile counts for more than quick to run.
                .env("CARGO_PROFILE_RELEASE_LTO", "off")
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"))
        },
    )?;
    fs::remove_dir_all(&build).map_err(|e| format!("{}: {e}", build.display()))
}

/// The packages that a folder's lock file names, unless they are there.
pub fn npm_packages(folder: &Path, what: &str) -> Result {
    let lock = folder.join("package-lock.json");
    let wanted = fs::read_to_string(&lock).map_err(|e| format!("{}: {e}", lock.display()))?;
    let stamp = folder.join("node_modules/.installed-lock.json"); // what the last whole install was made from
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    installing(&format!("{what} (npm)"), "a few seconds", || {
        run(command("npm").args(["ci", "--no-fund", "--no-audit"]).current_dir(folder))
    })?;
    fs::write(&stamp, wanted).map_err(|e| format!("{}: {e}", stamp.display()))
}

/// A browser that the tests run in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Browser {
    Chromium,
    Firefox,
    WebKit,
}

impl Browser {
    /// What the tests call it.
    pub fn name(self) -> &'static str {
        match self {
            Browser::Chromium => "chromium",
            Browser::Firefox => "firefox",
            Browser::WebKit => "webkit",
        }
    }

    /// The variable that names its program.
    pub fn variable(self) -> &'static str {
        match self {
            Browser::Chromium => "CHROMIUM",
            Browser::Firefox => "FIREFOX",
            Browser::WebKit => "WEBKIT_DRIVER",
        }
    }

    /// What its programs are called, where else one may be, and Debian's packages. WebKit's is its driver, which starts the browser.
    fn programs(self) -> (&'static [&'static str], &'static str, &'static [&'static str]) {
        match self {
            Browser::Chromium => (
                &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
                "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
                &["chromium"],
            ),
            Browser::Firefox => (
                &["firefox-esr", "firefox"],
                "/Applications/Firefox.app/Contents/MacOS/firefox",
                &["firefox-esr"],
            ),
            Browser::WebKit => (&["WebKitWebDriver"], "", &["webkit2gtk-driver", "xvfb"]),
        }
    }
}

/// Whether a browser that cannot do without a screen has one, or can be given one.
fn has_screen() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
        || find("Xvfb").is_some()
}

/// A browser for the tests: what its variable says, else one from the PATH, else Debian's package.
pub fn browser(which: Browser) -> Result<PathBuf> {
    let (names, elsewhere, packages) = which.programs();
    let look = || {
        if which == Browser::WebKit && !has_screen() {
            return None;
        }
        let elsewhere = Some(PathBuf::from(elsewhere)).filter(|path| path.is_file());
        names.iter().find_map(|name| find(name)).or(elsewhere)
    };
    if let Some(given) = std::env::var_os(which.variable()) {
        return Ok(given.into());
    }
    if let Some(found) = look() {
        return Ok(found);
    }
    if !can_apt_get() {
        let (name, variable) = (which.name(), which.variable());
        return Err(format!("no {name} found; install it, or set {variable} to its path"));
    }
    apt_get(packages, "a minute or two")?;
    look().ok_or(format!("{} was installed but is not on the PATH", packages.join(" and ")))
}

/// A Python that has Z3: the one on the PATH if it has, else one in `.tools/venv`.
pub fn python_with_z3() -> Result<PathBuf> {
    let has_z3 =
        |python: &Path| output(command(&python.to_string_lossy()).args(["-c", "import z3"])).is_some();
    let theirs = find("python3").ok_or(
        "no python3 found; install it (with its venv module): the solver's answers are compared with Z3's through it",
    )?;
    if has_z3(&theirs) {
        return Ok(theirs);
    }
    let folder = repo::tools().join("venv");
    let own = folder.join("bin/python3");
    if own.is_file() && has_z3(&own) {
        return Ok(own);
    }
    let make = || run(command("python3").args(["-m", "venv", "--clear"]).arg(&folder));
    installing(&format!("z3-solver {Z3_SOLVER} for Python"), "about half a minute", || {
        if let Err(error) = make() {
            if !can_apt_get() {
                return Err(format!("{error}; Python's venv module is needed (Debian: python3-venv)"));
            }
            apt_get(&["python3-venv"], "about half a minute")?;
            make()?;
        }
        let package = format!("z3-solver=={Z3_SOLVER}");
        run(command(&own.to_string_lossy()).args(["-m", "pip", "install", "--quiet", &package]))
    })?;
    if has_z3(&own) { Ok(own) } else { Err(format!("{} cannot import z3", own.display())) }
}

fn can_apt_get() -> bool {
    let root = output(command("id").arg("-u")).as_deref() == Some("0");
    root && Path::new("/etc/debian_version").is_file() && find("apt-get").is_some()
}

/// Installs packages of Debian's, waiting for another run of apt-get that holds the lock.
fn apt_get(packages: &[&str], time: &str) -> Result {
    let apt = |args: &[&str]| {
        let mut apt = command("apt-get");
        apt.args(["-q", "-y", "-o", "DPkg::Lock::Timeout=500"]).args(args);
        run(apt.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    installing(&format!("Debian's {}", packages.join(" and ")), time, || {
        apt(&["update"])?;
        apt(&[&["install", "--no-install-recommends"], packages].concat())
    })
}

/// Says what is installed and how long it takes, before and after.
fn installing(what: &str, time: &str, install: impl FnOnce() -> Result) -> Result {
    eprintln!("Installing {what}: needed once, and takes {time}.");
    let start = Instant::now();
    install().map_err(|error| format!("could not install {what}: {error}"))?;
    eprintln!("Installed {what} in {} s.", start.elapsed().as_secs());
    Ok(())
}
