//! The workspace as Cargo sees it: packages, in the order of the top Cargo.toml, and what each depends on. Read from
//! `cargo metadata`, which needs no network for this.

use crate::{read, root};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// One package of the workspace.
#[derive(Debug)]
pub struct Package {
    /// The package's name.
    pub name: String,
    /// Its folder, from the repository's top.
    pub folder: String,
    /// What its Cargo.toml names as dependencies, for any target.
    pub dependencies: Vec<Dependency>,
}

/// An edge from a package to another.
#[derive(Debug)]
pub struct Dependency {
    /// The name of the package depended on.
    pub name: String,
    /// Whether only tests, examples and benchmarks use it.
    pub dev: bool,
    /// Whether it belongs to this workspace.
    pub own: bool,
}

/// All packages, in the order of the members in the top Cargo.toml.
#[derive(Debug)]
pub struct Workspace {
    /// The packages.
    pub packages: Vec<Package>,
}

impl Workspace {
    /// Asks Cargo.
    ///
    /// # Panics
    /// If Cargo does not answer as documented, or the members differ from the list in the top Cargo.toml.
    pub fn load() -> Workspace {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
        let output = Command::new(cargo)
            .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
            .current_dir(root())
            .output()
            .expect("cargo starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
        let mut packages: Vec<Package> = array(&metadata["packages"]).iter().map(package).collect();
        let order = members();
        packages.sort_by_key(|p| order.iter().position(|folder| *folder == p.folder));
        let folders: Vec<&String> = packages.iter().map(|p| &p.folder).collect();
        assert_eq!(folders, order.iter().collect::<Vec<_>>(), "the members of the top Cargo.toml");
        Workspace { packages }
    }

    /// The package in this folder, and its place in the order.
    ///
    /// # Panics
    /// If there is none.
    pub fn at(&self, folder: &str) -> (usize, &Package) {
        let place = self.packages.iter().position(|p| p.folder == folder);
        let place = place.unwrap_or_else(|| panic!("no package in {folder}"));
        (place, &self.packages[place])
    }

    /// The folders of the workspace's packages that a package's product is made from, itself among them.
    pub fn made_from(&self, folder: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut open = vec![self.at(folder).1];
        while let Some(package) = open.pop() {
            if found.insert(package.folder.as_str()) {
                let own = package.dependencies.iter().filter(|d| d.own && !d.dev);
                open.extend(own.filter_map(|d| self.packages.iter().find(|p| p.name == d.name)));
            }
        }
        found
    }
}

/// The members in the top Cargo.toml, as written there.
fn members() -> Vec<String> {
    let manifest = read("Cargo.toml");
    let list = manifest.split_once("\nmembers = [").and_then(|(_, rest)| rest.split_once(']'));
    let (list, _) = list.expect("the top Cargo.toml lists its members");
    list.split(',')
        .map(|item| item.trim().trim_matches('"').to_owned())
        .filter(|item| !item.is_empty())
        .collect()
}

fn package(json: &Value) -> Package {
    let manifest = Path::new(text(&json["manifest_path"]));
    let folder =
        manifest.parent().and_then(|dir| dir.strip_prefix(root()).ok()).expect("it lies in the repository");
    let dependencies = array(&json["dependencies"]).iter().map(|d| Dependency {
        name: text(&d["name"]).to_owned(),
        dev: d["kind"] == "dev",
        own: d["path"].is_string(),
    });
    Package {
        name: text(&json["name"]).to_owned(),
        folder: folder.to_string_lossy().into_owned(),
        dependencies: dependencies.collect(),
    }
}

fn array(json: &Value) -> &[Value] {
    json.as_array().expect("cargo gives a list here")
}

fn text(json: &Value) -> &str {
    json.as_str().expect("cargo gives a text here")
}
