//! `toolcrib sources add` and `remove`.

use std::io::Write as _;

use anyhow::Result;
use serde_json::{Map, json};

use crate::cli::arguments::{SourcesAdd, SourcesRemove};
use crate::cli::{Exit, Streams};
use crate::crib::{Crib, NotChanged};

pub(super) async fn add(
    crib: &Crib,
    workspace: &str,
    typed: &SourcesAdd,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let mut headers = Map::new();
    for header in &typed.headers {
        let Some((name, value)) = header.split_once(':') else {
            let message = "a header is typed as `--header \"Name: value\"`";
            return streams.fail(Exit::Usage, message, json);
        };
        headers.insert(name.trim().to_owned(), value.trim().into());
    }
    let mut settings = json!({ "url": typed.url, "headers": headers, "confirm": typed.confirm });
    if let Some(prefix) = &typed.prefix {
        settings["prefix"] = json!(prefix);
    }
    let name = &typed.name;
    match crib.add_upstream(workspace, name, &settings.to_string()).await {
        Ok(()) if json => streams.print_json(&json!({ "added": name }))?,
        Ok(()) => writeln!(
            streams.err,
            "`{name}` is added. `toolcrib sources list` tries it, and a server that runs has its \
             tools in a moment."
        )?,
        Err(NotChanged::Store(error)) => return Err(error.into()),
        Err(error) => {
            let message = format!("`{name}` was not added: {error}");
            return streams.fail(Exit::Failed, &message, json);
        }
    }
    Ok(Exit::Done)
}

pub(super) async fn remove(
    crib: &Crib,
    workspace: &str,
    typed: &SourcesRemove,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let name = &typed.name;
    match crib.remove_upstream(workspace, name).await {
        Ok(()) if json => streams.print_json(&json!({ "removed": name }))?,
        Ok(()) => writeln!(streams.err, "`{name}` is gone.")?,
        Err(NotChanged::Store(error)) => return Err(error.into()),
        Err(error) => {
            let message = format!("`{name}` was not removed: {error}");
            return streams.fail(Exit::Failed, &message, json);
        }
    }
    Ok(Exit::Done)
}
