//! `toolcrib build`.
//!
//! (1) A tool with an error is never written, nor is anything beside it.
//! (2) The same folders give the same bytes, but for the time of the build.
//! (3) Whoever reads the file never sees half of it.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};
use toolcrib::registry::version_of;
use toolcrib::vendor::Provider;
use toolcrib::{CompiledSpec, Limits, Problem};
use toolcrib_handlers::folder::{Checked, Files, FindingSeverity, HANDLER};

use super::arguments::Build;
use super::folders::{Folders, counted};
use super::{Exit, Streams};

pub(super) fn run(
    build: &Build,
    folders: &Folders,
    limits: &Limits,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    if let Some(nothing) = folders.nothing_in(&build.dir) {
        return streams.fail(Exit::Failed, &nothing, json);
    }
    let has_errors = folders.count(FindingSeverity::Error) > 0;
    if has_errors || !json {
        folders.write(false, streams)?;
    }
    // (1)
    if has_errors {
        let message = format!("nothing was written; {}", folders.summary());
        return streams.fail(Exit::Failed, &message, json);
    }
    let timestamp = match timestamp() {
        Ok(timestamp) => timestamp,
        Err(error) => return streams.fail(Exit::Usage, &format!("{error:#}"), json),
    };
    let (version, tools) = tools(folders, &build.dir, limits)?;
    let count = tools.len();
    let registry = json!({
        "version": version,
        "gitCommit": git_commit(&build.dir),
        "buildTimestamp": timestamp,
        "tools": tools,
    });
    let out = build.out.clone().unwrap_or_else(|| build.dir.join("tool_registry.json"));
    let text = format!("{}\n", serde_json::to_string_pretty(&registry)?);
    if let Err(error) = write(&out, &text) {
        let message = format!("cannot write `{}`: {error}", out.display());
        return streams.fail(Exit::Failed, &message, json);
    }
    if json {
        streams.print_json(&json!({ "file": out, "tools": count, "version": version }))?;
    } else {
        let tools = counted(count, "tool");
        writeln!(streams.out, "wrote {}: {tools}, version {version}", out.display())?;
    }
    Ok(Exit::Done)
}

/// The version of the set and every tool in it, by id.
fn tools(folders: &Folders, dir: &Path, limits: &Limits) -> Result<(String, Vec<Value>)> {
    let mut tools = Vec::new();
    for (files, checked) in folders.both() {
        // A folder without a tool in it has a warning and no spec.
        let Some(spec) = &checked.spec else { continue };
        let guide = checked.guide.as_deref().unwrap_or_default();
        let compiled = CompiledSpec::new(spec.clone(), guide, &checked.handler_bytes, limits)
            .map_err(|problems| unexpected(files, &problems))?;
        let tool = describe(files, checked, &compiled, dir);
        tools.push((spec.tool_id.clone(), compiled.version_hash(), tool));
    }
    tools.sort_by(|one, two| one.0.cmp(&two.0));
    let version = version_of(tools.iter().map(|(_, hash, _)| *hash));
    Ok((version, tools.into_iter().map(|(_, _, tool)| tool).collect()))
}

fn unexpected(files: &Files, problems: &[Problem]) -> anyhow::Error {
    let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
    anyhow::anyhow!("{} passed the check and does not compile: {}", files.shown, said.join("; "))
}

fn describe(files: &Files, checked: &Checked, compiled: &CompiledSpec, dir: &Path) -> Value {
    let spec = compiled.spec();
    let mut tool = Map::new();
    for (field, value) in json!(spec).as_object().cloned().unwrap_or_default() {
        match field.as_str() {
            "description" => {
                tool.insert(field, value);
                // It follows from the effects where the author did not say.
                tool.insert("category".to_owned(), json!(spec.category()));
            }
            "category" | "parameters" | "output" => {}
            _ => {
                tool.insert(field, value);
            }
        }
    }
    let form = |provider| compiled.lowered(provider).ok().map(|tool| &tool.declaration);
    let is_root = files.shown == Files::shown(dir);
    let handler = if is_root { HANDLER.to_owned() } else { format!("{}/{HANDLER}", files.name) };
    for (field, value) in [
        ("versionHash", json!(compiled.version_hash())),
        ("summary", json!(checked.summary)),
        ("documentation", json!(checked.guide)),
        ("jsonSchema", spec.parameters.clone()),
        ("output", json!(spec.output)),
        (
            "providerSchemas",
            json!({ "openai": form(Provider::OpenAi), "geminiNative": form(Provider::Gemini) }),
        ),
        ("handlerPath", json!(handler)),
    ] {
        if field != "output" || !value.is_null() {
            tool.insert(field.to_owned(), value);
        }
    }
    Value::Object(tool)
}

/// When this was built: now, or what whoever wants equal bytes says.
fn timestamp() -> Result<String> {
    let timestamp = match std::env::var_os("SOURCE_DATE_EPOCH") {
        Some(seconds) => {
            let seconds = seconds.to_str().and_then(|seconds| seconds.parse().ok());
            let seconds = seconds.context("SOURCE_DATE_EPOCH is not a number of seconds")?;
            jiff::Timestamp::from_second(seconds).context("SOURCE_DATE_EPOCH is out of range")?
        }
        None => jiff::Timestamp::from_second(jiff::Timestamp::now().as_second())?,
    };
    Ok(timestamp.to_string())
}

/// The commit that the folder is at, if it is under git.
fn git_commit(dir: &Path) -> Option<String> {
    let args = [OsStr::new("-C"), dir.as_os_str(), OsStr::new("rev-parse"), OsStr::new("HEAD")];
    let output = Command::new("git").args(args).stdin(Stdio::null()).output().ok()?;
    let commit = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    let is_commit = output.status.success()
        && commit.len() >= 40
        && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_commit.then_some(commit)
}

/// (3): written beside its place and moved there.
fn write(out: &Path, text: &str) -> io::Result<()> {
    let name = out.file_name().unwrap_or(OsStr::new("tool_registry.json"));
    let draft_name = format!(".{}.{}", name.to_string_lossy(), std::process::id());
    let draft: PathBuf = out.with_file_name(draft_name);
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&draft, out)
    });
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written
}
