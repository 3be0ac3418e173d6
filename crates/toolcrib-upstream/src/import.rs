//! Servers from the settings of other programs.
//!
//! Claude Desktop, Claude Code, Cursor and Windsurf (`mcpServers`), VS Code
//! (`servers`), Zed (`context_servers`), Continue (a list, in YAML) and Codex
//! (`mcp_servers`, in TOML) say nearly the same in nearly the same words. What
//! cannot be taken over is said with its place, and the others come through.
//! Nothing is started here. Start at [`read`].

mod entry;
mod placeholder;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;
use toolcrib::arguments::too_deep_at;
use toolcrib::vendor::callable_name;
use toolcrib_authoring::document::{Document, Language};

use crate::config::Upstream;

/// Bytes of a file.
const TEXT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Levels of nesting.
const DEPTH_MAX: usize = 100;

/// Where the servers stand, in one program's file or another's.
const PLACES: [&str; 6] = [
    "/mcpServers",
    "/mcp_servers",
    "/context_servers",
    "/servers",
    "/mcp/servers",
    "/experimental/modelContextProtocolServers",
];

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON; comments and trailing commas are no obstacle.
    Json,
    /// TOML.
    Toml,
    /// YAML.
    Yaml,
}

impl Format {
    /// How a file is written, by the end of its name.
    pub fn of(file: &Path) -> Option<Self> {
        match file.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "json" | "jsonc" | "json5" => Some(Self::Json),
            "toml" => Some(Self::Toml),
            "yaml" | "yml" => Some(Self::Yaml),
            _ => None,
        }
    }
}

/// What was found in a file.
#[derive(Debug, Default)]
pub struct Imported {
    /// The servers, by names that can be prefixes.
    pub upstreams: BTreeMap<String, Upstream>,
    /// The servers of which nothing is taken over, by the names that they have there;
    /// the findings say why.
    pub skipped: Vec<String>,
    /// What could not be taken over.
    pub findings: Vec<Finding>,
}

/// Something that could not be taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which server it is of, by the name that it has there.
    pub server: String,
    /// Where it stands, as a JSON pointer.
    pub place: String,
    /// What it is.
    pub message: String,
}

/// A file from which nothing could be taken.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It is larger than any such file.
    #[error("the file has more than {TEXT_BYTES_MAX} bytes")]
    TooLarge,
    /// It cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
    /// It can, and has no servers in it.
    #[error("there are no MCP servers in it: none of {} is there", PLACES.join(", "))]
    NoServers,
}

/// Reads the servers in a file's text.
///
/// # Errors
///
/// When the text is not what it should be, or has no servers in it.
pub fn read(text: &str, format: Format) -> Result<Imported, ImportError> {
    let root = parse(text, format)?;
    let mut imported = Imported::default();
    let mut is_there = false;
    for place in PLACES {
        let Some(servers) = root.pointer(place) else { continue };
        is_there = true;
        match servers {
            Value::Object(servers) => {
                for (name, entry) in servers {
                    imported.add(&format!("{place}/{}", escaped(name)), name, entry);
                }
            }
            Value::Array(servers) => {
                for (index, entry) in servers.iter().enumerate() {
                    let name = entry["name"].as_str().unwrap_or("server");
                    imported.add(&format!("{place}/{index}"), name, entry);
                }
            }
            _ => imported.find(place, "this is neither an object nor a list of servers"),
        }
    }
    if is_there { Ok(imported) } else { Err(ImportError::NoServers) }
}

impl Imported {
    fn add(&mut self, place: &str, name: &str, entry: &Value) {
        let Some(upstream) = entry::read(place, name, entry, &mut self.findings) else {
            self.skipped.push(name.to_owned());
            return;
        };
        let plain = callable_name(name);
        let mut free = plain.clone();
        for number in 2.. {
            if !self.upstreams.contains_key(&free) {
                break;
            }
            free = format!("{plain}_{number}");
        }
        self.upstreams.insert(free, upstream);
    }

    fn find(&mut self, place: &str, message: &str) {
        let (server, place) = (String::new(), place.to_owned());
        self.findings.push(Finding { server, place, message: message.to_owned() });
    }
}

fn parse(text: &str, format: Format) -> Result<Value, ImportError> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(ImportError::TooLarge);
    }
    let unreadable = |why: &dyn ToString| ImportError::Unreadable(why.to_string());
    match format {
        Format::Json => {
            if too_deep_at(text, DEPTH_MAX).is_some() {
                return Err(unreadable(&"it is nested too deep"));
            }
            let text = text.trim_start_matches('\u{feff}');
            parse_to_serde_value(text, &ParseOptions::default()).map_err(|error| unreadable(&error))
        }
        Format::Toml => {
            // The first line says where; the rest quotes the file, which has secrets.
            let first = |error: toml::de::Error| unreadable(&error.message());
            let table: toml::Table = toml::from_str(text).map_err(first)?;
            serde_json::to_value(table).map_err(|error| unreadable(&error))
        }
        Format::Yaml => {
            let read = Document::parse(text, Language::Yaml);
            let read = read.map_err(|faults| {
                unreadable(&faults.first().map_or("", |fault| fault.message.as_str()))
            });
            read.map(|document| document.value)
        }
    }
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
