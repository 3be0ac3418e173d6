//! `toolcrib import mcp`: servers of another client, written into the settings.
//!
//! (1) What was in the settings stays as it was, to the letter, or nothing is
//!     written: the file is whole at every moment.
//! (2) A file that is made here is its owner's alone: there may be secrets in it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::json;
use toolcrib_upstream::Upstream;
use toolcrib_upstream::import::{self, Format, Imported};

use crate::cli::arguments::ImportMcp;
use crate::cli::{Exit, Streams};

/// Where settings are written when nobody says.
const FILE: &str = "toolcrib.toml";

/// What became of each server.
#[derive(Default)]
struct Sorted<'a> {
    taken: Vec<&'a str>,
    known: Vec<&'a str>,
    /// Those with a value that looks like a secret.
    secret: Vec<&'a str>,
    /// The settings with those that were taken.
    text: String,
}

/// Takes servers over from the settings of another client.
pub(in crate::cli) fn import(
    typed: &ImportMcp,
    config: Option<&Path>,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let file = &typed.file;
    let Some(format) = Format::of(file) else {
        let message = format!("`{}` is no JSON, TOML or YAML file", file.display());
        return streams.fail(Exit::Usage, &message, json);
    };
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => {
            let message = format!("cannot read `{}`: {error}", file.display());
            return streams.fail(Exit::Usage, &message, json);
        }
    };
    let imported = match import::read(&text, format) {
        Ok(imported) => imported,
        Err(error) => {
            return streams.fail(Exit::Failed, &format!("`{}`: {error}", file.display()), json);
        }
    };
    let settings = config.unwrap_or(Path::new(FILE));
    let before = match fs::read_to_string(settings) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).context(settings.display().to_string()),
    };
    let sorted = sort(&imported, before).with_context(|| settings.display().to_string())?;
    if !holds(&sorted) {
        let message = format!(
            "nothing was written: `{}` has `sources` or `sources.mcp` on one line, in braces, \
             where no server can be added; write it as tables (`[sources.mcp.NAME]`) and import \
             again",
            settings.display()
        );
        return streams.fail(Exit::Failed, &message, json);
    }
    if !typed.dry_run && !sorted.taken.is_empty() {
        write(settings, &sorted.text).with_context(|| settings.display().to_string())?;
    }
    let Sorted { taken, known, secret, .. } = &sorted;
    if json {
        let findings: Vec<_> = imported
            .findings
            .iter()
            .map(|it| json!({ "server": it.server, "place": it.place, "message": it.message }))
            .collect();
        streams.print_json(&json!({
            "taken": taken, "known": known, "skipped": imported.skipped, "findings": findings,
            "secrets": secret, "dryRun": typed.dry_run,
        }))?;
    } else {
        report(&imported, &sorted, settings, typed.dry_run, streams)?;
    }
    Ok(if taken.is_empty() && known.is_empty() { Exit::Failed } else { Exit::Done })
}

fn report(
    imported: &Imported,
    sorted: &Sorted<'_>,
    settings: &Path,
    dry_run: bool,
    streams: &mut Streams,
) -> Result<()> {
    let shown = settings.display();
    for name in &sorted.taken {
        let would = if dry_run { "would be " } else { "" };
        writeln!(streams.out, "{name}: {would}written to {shown}")?;
    }
    for name in &sorted.known {
        writeln!(streams.out, "{name}: is in {shown} already")?;
    }
    for name in &imported.skipped {
        writeln!(streams.out, "{name}: skipped, nothing of it was taken over")?;
    }
    for finding in &imported.findings {
        writeln!(streams.err, "{}: {}", finding.place, finding.message)?;
    }
    if !sorted.secret.is_empty() && !dry_run {
        let open = if is_open_to_others(settings) { ", and others can read it" } else { "" };
        writeln!(
            streams.err,
            "There are values in {shown} that may be secrets ({}){open}. `${{NAME}}` can stand in \
             their place, for a variable of the environment.",
            sorted.secret.join(", ")
        )?;
    }
    if !sorted.taken.is_empty() {
        writeln!(
            streams.err,
            "`toolcrib sources list` tries them. A server that runs takes them when it starts anew."
        )?;
    }
    Ok(())
}

/// The settings with the servers that are not in them yet.
fn sort(imported: &Imported, before: String) -> Result<Sorted<'_>> {
    let settings: toml::Table = before.parse()?;
    let mut sorted = Sorted { text: before, ..Sorted::default() };
    for (name, upstream) in &imported.upstreams {
        if server_in(&settings, name).is_some() {
            sorted.known.push(name);
            continue;
        }
        if !sorted.text.is_empty() && !sorted.text.ends_with("\n\n") {
            sorted.text.push('\n');
        }
        sorted.text.push_str(&table_of(name, upstream)?);
        sorted.taken.push(name);
        let mut values = upstream.env.values().chain(upstream.headers.values());
        if values.any(|value| !value.expose().contains("${")) {
            sorted.secret.push(name);
        }
    }
    Ok(sorted)
}

fn server_in<'a>(settings: &'a toml::Table, name: &str) -> Option<&'a toml::Value> {
    settings.get("sources")?.get("mcp")?.get(name)
}

/// Whether what would be written says what it should (1).
fn holds(sorted: &Sorted<'_>) -> bool {
    let Ok(settings) = sorted.text.parse::<toml::Table>() else { return false };
    sorted.taken.iter().all(|name| server_in(&settings, name).is_some())
}

/// Writes beside the file, and puts that in its place (1).
fn write(file: &Path, text: &str) -> io::Result<()> {
    // What a link leads to is written, and the link stays.
    let file = match fs::canonicalize(file) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => file.to_owned(),
        Err(error) => return Err(error),
    };
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = file.with_file_name(name);
    let written = write_new(&beside, &file, text).and_then(|()| fs::rename(&beside, &file));
    if written.is_err() {
        // It may not have been made; what went wrong is told.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn write_new(beside: &Path, file: &Path, text: &str) -> io::Result<()> {
    let mut new = private(beside)?;
    if let Ok(before) = fs::metadata(file) {
        new.set_permissions(before.permissions())?;
    }
    new.write_all(text.as_bytes())?;
    new.sync_all()
}

/// A new file (2).
fn private(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

#[cfg(unix)]
fn is_open_to_others(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|about| about.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> bool {
    false
}

/// The table of a server, as it stands in the file.
fn table_of(name: &str, upstream: &Upstream) -> Result<String, toml::ser::Error> {
    let within = |name: &str, inner: toml::Table| {
        toml::Table::from_iter([(name.to_owned(), toml::Value::Table(inner))])
    };
    let table = within("sources", within("mcp", within(name, settings_of(upstream))));
    let text = toml::to_string(&table)?;
    // What is only on the way there may be in the file already.
    let is_way = |line: &&str| matches!(*line, "[sources]" | "[sources.mcp]");
    Ok(text.lines().filter(|line| !is_way(line)).map(|line| format!("{line}\n")).collect())
}

/// The settings of a server as the file has them.
fn settings_of(upstream: &Upstream) -> toml::Table {
    let mut table = toml::Table::new();
    let mut put = |name: &str, value: toml::Value| drop(table.insert(name.to_owned(), value));
    if let Some(command) = &upstream.command {
        put("command", command.clone().into());
        if !upstream.args.is_empty() {
            put("args", upstream.args.clone().into());
        }
    }
    if let Some(folder) = &upstream.cwd {
        put("cwd", folder.display().to_string().into());
    }
    if let Some(url) = &upstream.url {
        put("url", url.clone().into());
    }
    if !upstream.enabled {
        put("enabled", false.into());
    }
    for (name, secrets) in [("env", &upstream.env), ("headers", &upstream.headers)] {
        if !secrets.is_empty() {
            let secrets = secrets.iter().map(|(name, value)| (name.clone(), value.expose().into()));
            put(name, toml::Value::Table(secrets.collect()));
        }
    }
    table
}
