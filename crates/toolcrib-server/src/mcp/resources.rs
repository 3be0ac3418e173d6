//! Resources: the files of a conversation, and outcomes in full.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rmcp::ErrorData;
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource,
    ResourceContents, ResourceTemplate,
};
use toolcrib_store::Space;

use super::whom::Whom;
use super::{PAGE, internal};
use crate::crib::Crib;

/// What the address of a file starts with; its path follows.
const FILES: &str = "toolcrib://files";

/// What the address of a call's outcome starts with; the call's id follows.
const CALLS: &str = "toolcrib://calls/";

/// What stands for itself in an address.
const PLAIN: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// A page of the files, from behind a cursor on.
pub(super) async fn list(
    crib: &Crib,
    whom: &Whom,
    cursor: Option<&str>,
) -> Result<ListResourcesResult, ErrorData> {
    let files = crib.store().files(&space(whom), "/").await.map_err(|error| internal(&error))?;
    let mut files: Vec<_> =
        files.into_iter().filter(|file| cursor.is_none_or(|after| *file.path > *after)).collect();
    let next = files.get(PAGE).and(files.get(PAGE - 1)).map(|file| file.path.clone());
    files.truncate(PAGE);
    let resources = files.into_iter().map(|file| {
        let name = file.path.trim_start_matches('/').to_owned();
        Resource::new(format!("{FILES}{}", escaped(&file.path)), name)
            .with_mime_type("text/plain")
            .with_size(file.bytes)
    });
    let mut list = ListResourcesResult::with_all_items(resources.collect());
    list.next_cursor = next;
    Ok(list)
}

/// What can be read beside that.
pub(super) fn templates() -> ListResourceTemplatesResult {
    let files = ResourceTemplate::new(format!("{FILES}/{{+path}}"), "file")
        .with_title("A file of the conversation")
        .with_mime_type("text/plain");
    let calls = ResourceTemplate::new(format!("{CALLS}{{call_id}}"), "outcome")
        .with_title("The whole outcome of a call")
        .with_description("What a call answered, in full; a result that was cut names its call.")
        .with_mime_type("application/json");
    ListResourceTemplatesResult::with_all_items(vec![files, calls])
}

/// The address of the whole outcome of a call.
pub(super) fn outcome(call_id: &str) -> Resource {
    Resource::new(format!("{CALLS}{call_id}"), call_id)
        .with_title("The whole outcome")
        .with_mime_type("application/json")
}

/// Reads one.
pub(super) async fn read(
    crib: &Crib,
    whom: &Whom,
    uri: &str,
) -> Result<ReadResourceResult, ErrorData> {
    let found = if let Some(id) = uri.strip_prefix(CALLS) {
        let call = crib.store().call(whom.workspace.id(), id).await;
        let call = call.map_err(|error| internal(&error))?;
        // An agent reads its own.
        let is_own = |agent: &Option<String>| whom.agent.is_none() || *agent == whom.agent;
        let call = call.filter(|call| is_own(&call.call.agent_id));
        call.and_then(|call| call.outcome).map(|text| (text, "application/json"))
    } else if let Some(path) = uri.strip_prefix(FILES).and_then(plain) {
        let file = crib.store().file(&space(whom), &path).await;
        file.map_err(|error| internal(&error))?.map(|text| (text, "text/plain"))
    } else {
        None
    };
    let Some((text, kind)) = found else {
        let message =
            format!("There is no resource `{uri}`; `resources/list` names those there are.");
        return Err(ErrorData::resource_not_found(message, None));
    };
    let contents = ResourceContents::text(text, uri).with_mime_type(kind);
    Ok(ReadResourceResult::new(vec![contents]))
}

fn space(whom: &Whom) -> Space {
    Space { workspace: whom.workspace.id().to_string(), session: whom.session.clone() }
}

/// A path as part of an address.
fn escaped(path: &str) -> impl std::fmt::Display {
    utf8_percent_encode(path, PLAIN)
}

/// The path that an address has, if it has one.
fn plain(escaped: &str) -> Option<String> {
    let path = percent_decode_str(escaped).decode_utf8().ok()?;
    (path.starts_with('/') && !path.contains('\0')).then(|| path.into_owned())
}
