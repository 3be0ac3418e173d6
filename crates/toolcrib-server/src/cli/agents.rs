//! `toolcrib agents`, and the agents of a folder.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::place::{NoPlace, Place};
use super::{Exit, Streams};
use crate::crib::{AgentView, Crib, Workspace};
use crate::talk;

/// Where agents are looked for.
const FOLDER: &str = "agents";

/// Makes the agents that files describe, and the samples where there are none.
pub(super) async fn take_in(crib: &Crib, workspace: &Workspace) -> Result<(), NoPlace> {
    Ok(talk::take_in(crib, workspace, Path::new(FOLDER)).await?)
}

pub(super) async fn run(place: Place, json: bool, streams: &mut Streams) -> Result<Exit> {
    let (crib, workspace) = place.open().await?;
    take_in(&crib, &workspace).await?;
    let view = workspace.view();
    if json {
        let agents: Vec<Value> = view.agents.values().map(|agent| shown(agent)).collect();
        streams.print_json(&json!({ "agents": agents }))?;
    } else {
        let rows = view.agents.values().map(|agent| {
            let row = &agent.row;
            let state = match (row.enabled, row.is_primary) {
                (false, _) => "off",
                (true, true) => "primary",
                (true, false) => "",
            };
            let tools = match agent.attachments.len() {
                0 => "default".to_owned(),
                given => given.to_string(),
            };
            let model = row.model.as_deref().unwrap_or("default");
            let words = [&row.id, state, model, &tools, &row.description];
            words.map(|word| word.replace(char::is_control, " "))
        });
        streams.print_table(["ID", "", "MODEL", "TOOLS", "DESCRIPTION"], rows)?;
    }
    crib.close().await;
    Ok(Exit::Done)
}

fn shown(agent: &AgentView) -> Value {
    let row = &agent.row;
    json!({
        "id": row.id, "name": row.name, "description": row.description,
        "model": row.model, "enabled": row.enabled, "is_primary": row.is_primary,
        "tools": agent.attachments.keys().collect::<Vec<_>>(),
    })
}
