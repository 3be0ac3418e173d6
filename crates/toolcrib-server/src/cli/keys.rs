//! `toolcrib keys`.

use std::io::Write as _;

use anyhow::Result;
use serde_json::json;
use toolcrib_store::{Store, StoreError};

use super::arguments::{Keys, KeysCreate, KeysRevoke};
use super::{Exit, Streams};
use crate::crib::{MintedKey, Scopes};

pub(super) async fn run(
    keys: &Keys,
    store: &Store,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    match keys {
        Keys::Create(create) => self::create(create, store, workspace, json, streams).await,
        Keys::List => list(store, workspace, json, streams).await,
        Keys::Revoke(revoke) => self::revoke(revoke, store, workspace, json, streams).await,
    }
}

async fn create(
    create: &KeysCreate,
    store: &Store,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let scopes = Scopes::new(create.scopes.iter().copied());
    let minted = MintedKey::new(workspace, &create.name, &scopes)?;
    let id = minted.row.id.clone();
    store.create_key(minted.row).await?;
    if json {
        let scopes = scopes.to_string();
        streams.print_json(&json!({
            "id": id, "key": minted.secret, "workspace": workspace, "scopes": scopes,
        }))?;
    } else {
        writeln!(streams.out, "{}", minted.secret)?;
        writeln!(
            streams.err,
            "This is {id}: it may {scopes} in the workspace `{workspace}`.\n\
             Keep it now, it is not shown again. `toolcrib keys revoke {id}` takes it back."
        )?;
    }
    Ok(Exit::Done)
}

async fn list(store: &Store, workspace: &str, json: bool, streams: &mut Streams) -> Result<Exit> {
    let keys = store.keys(Some(workspace)).await?;
    if keys.is_empty() {
        return none(workspace, json, streams);
    }
    if json {
        let rows = keys.iter().map(|key| {
            json!({
                "id": key.id, "name": key.name, "workspace": key.workspace, "scopes": key.scopes,
                "created_at": key.created_at, "revoked_at": key.revoked_at,
            })
        });
        streams.print_json(&json!({ "keys": rows.collect::<Vec<_>>() }))?;
        return Ok(Exit::Done);
    }
    let rows = keys.into_iter().map(|key| {
        let revoked = key.revoked_at.unwrap_or_else(|| "-".to_owned());
        [key.id, key.scopes, key.created_at, revoked, key.name]
    });
    streams.print_table(["KEY", "SCOPES", "MADE", "REVOKED", "WHAT FOR"], rows)?;
    Ok(Exit::Done)
}

/// What there is to say where there are no keys.
pub(super) fn none(workspace: &str, json: bool, streams: &mut Streams) -> Result<Exit> {
    match json {
        true => streams.print_json(&json!({ "keys": [] }))?,
        false => writeln!(streams.err, "The workspace `{workspace}` has no keys.")?,
    }
    Ok(Exit::Done)
}

async fn revoke(
    revoke: &KeysRevoke,
    store: &Store,
    workspace: &str,
    json: bool,
    streams: &mut Streams,
) -> Result<Exit> {
    let id = &revoke.id;
    match store.revoke_key(workspace, id).await {
        Ok(_) if json => streams.print_json(&json!({ "id": id, "revoked": true }))?,
        Ok(_) => writeln!(streams.err, "{id} opens nothing any more.")?,
        Err(StoreError::Missing) => {
            let message = format!(
                "the workspace `{workspace}` has no key `{id}`; `toolcrib keys list` shows those \
                 it has"
            );
            return streams.fail(Exit::Failed, &message, json);
        }
        Err(error) => return Err(error.into()),
    }
    Ok(Exit::Done)
}
