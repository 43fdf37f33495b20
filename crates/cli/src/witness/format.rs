//! The format of software-verification witnesses, version 2.0, as YAML.
//!
//! Followed are the schemas `correctness-witness-schema.yml` and `violation-witness-schema.yml` of version 2.0 in the project
//! `sosy-lab/benchmarking/sv-witnesses` on GitLab (commit 8f5dc4bf, and their pages under sosy-lab.gitlab.io), with Ayaziová, Beyer,
//! Lingsch-Rosenfeld, Spiessl and Strejček: *Software Verification Witnesses 2.0*, SPIN 2024. A file is a list of one entry.
//!
//! The same program gives the same witness: the identifier is made of the content, and the time is that of `SOURCE_DATE_EPOCH`, or the
//! beginning of 1970 where that is not set.

use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The property that is proved or violated.
const SPECIFICATION: &str = "G ! call(reach_error())";

#[derive(Serialize)]
struct Entry<'a> {
    entry_type: &'static str,
    metadata: Metadata<'a>,
    content: &'a Content,
}

#[derive(Serialize)]
struct Metadata<'a> {
    format_version: &'static str,
    uuid: String,
    creation_time: String,
    producer: Producer,
    task: Task<'a>,
}

#[derive(Serialize)]
struct Producer {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Task<'a> {
    input_files: [&'a str; 1],
    input_file_hashes: BTreeMap<&'a str, String>,
    specification: &'static str,
    data_model: &'static str,
    language: &'static str,
}

/// What a witness says.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Content {
    /// Of a program that is safe.
    Invariants(Vec<InvariantItem>),
    /// Of one that is not: each segment ends with a waypoint that is passed, the last one with the target.
    Segments(Vec<SegmentItem>),
}

/// An element of `invariant_set`.
#[derive(Serialize)]
pub(crate) struct InvariantItem {
    pub(crate) invariant: Invariant,
}

/// Something that holds whenever control is at a place.
#[derive(Serialize)]
pub(crate) struct Invariant {
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    pub(crate) location: Location,
    pub(crate) value: String,
    pub(crate) format: &'static str,
}

/// A place of the program.
#[derive(Serialize)]
pub(crate) struct Location {
    pub(crate) file_name: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) function: Option<String>,
}

/// An element of `violation_sequence`.
#[derive(Serialize)]
pub(crate) struct SegmentItem {
    pub(crate) segment: [WaypointItem; 1],
}

#[derive(Serialize)]
pub(crate) struct WaypointItem {
    pub(crate) waypoint: Waypoint,
}

/// Something that the execution does.
#[derive(Serialize)]
pub(crate) struct Waypoint {
    #[serde(rename = "type")]
    pub(crate) kind: &'static str,
    pub(crate) action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) constraint: Option<Constraint>,
    pub(crate) location: Location,
}

#[derive(Serialize)]
pub(crate) struct Constraint {
    pub(crate) value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) format: Option<&'static str>,
}

/// The witness as text. `file` is the program's file name.
pub(crate) fn yaml(file: &str, source: &str, content: &Content) -> Result<String, String> {
    let created = time(std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|s| s.parse().ok()));
    let entry = |uuid: String| Entry {
        entry_type: match content {
            Content::Invariants(_) => "invariant_set",
            Content::Segments(_) => "violation_sequence",
        },
        metadata: Metadata {
            format_version: "2.0",
            uuid,
            creation_time: created.clone(),
            producer: Producer { name: "Loopglass", version: env!("CARGO_PKG_VERSION") },
            task: Task {
                input_files: [file],
                input_file_hashes: BTreeMap::from([(file, hex(&Sha256::digest(source)))]),
                specification: SPECIFICATION,
                // `long` has 64 digits.
                data_model: "LP64",
                language: "C",
            },
        },
        content,
    };
    // A time without quotation marks is no string to readers of YAML 1.1.
    let (bare, quoted) = (format!("creation_time: {created}\n"), format!("creation_time: '{created}'\n"));
    let write = |uuid| match yaml_serde::to_string(&[entry(uuid)]) {
        Ok(text) => Ok(text.replacen(&bare, &quoted, 1)),
        Err(error) => Err(error.to_string()),
    };
    let without = write(String::new())?;
    write(uuid(&Sha256::digest(without)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An identifier in the form of RFC 4122, of the version that is made of a content.
fn uuid(digest: &[u8]) -> String {
    let mut bytes: Vec<u8> = digest.iter().copied().take(16).collect();
    bytes[6] = bytes[6] & 0x0f | 0x50;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let text = hex(&bytes);
    [&text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..]].join("-")
}

/// Seconds since the beginning of 1970 as ISO 8601 has it.
fn time(seconds: Option<u32>) -> String {
    let seconds = u64::from(seconds.unwrap_or(0));
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days of the era of 400 years that began in March of the year 0 (Hinnant, "chrono-compatible low-level date algorithms").
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let in_year = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * in_year + 2) / 153;
    let date = in_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{date:02}T{:02}:{:02}:{:02}Z", rest / 3_600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(time(None), "1970-01-01T00:00:00Z");
        assert_eq!(time(Some(951_782_399)), "2000-02-28T23:59:59Z");
        assert_eq!(time(Some(951_782_400)), "2000-02-29T00:00:00Z");
        assert_eq!(time(Some(1_735_689_599)), "2024-12-31T23:59:59Z");
        assert_eq!(time(Some(1_709_251_200)), "2024-03-01T00:00:00Z");
    }

    #[test]
    fn identifiers() {
        let id = uuid(&[0xff; 32]);
        assert_eq!(id, "ffffffff-ffff-5fff-bfff-ffffffffffff");
    }
}
