//! What tools a server says that it has, page by page.
//!
//! Every number here is the server's, so every one has a bound; what is beyond
//! it is left out, and the status says so.

use std::collections::HashSet;

use rmcp::model::{ClientRequest, ListToolsRequest, PaginatedRequestParams};
use rmcp::service::PeerRequestOptions;
use serde_json::Value;

use super::{Connection, Failure};
use crate::definition::{DEFINITION_BYTES_MAX, bytes_over};

/// Tools of one server.
const TOOLS_MAX: usize = 1_000;

/// Pages that are asked for.
const PAGES_MAX: usize = 100;

/// Bytes of what says where the next page is.
const CURSOR_BYTES_MAX: usize = 16 * 1024;

/// Bytes of all definitions together.
const LIST_BYTES_MAX: usize = 16 * 1024 * 1024;

/// JSON-RPC's number for a method that is not there.
const METHOD_NOT_FOUND: i32 = -32601;

/// What a server says that it has.
#[derive(Default)]
pub(crate) struct Listing {
    /// Each tool as it was sent.
    pub(crate) definitions: Vec<Value>,
    /// What there is to say about the list as a whole.
    pub(crate) notes: Vec<String>,
}

impl Connection {
    /// Asks the server for its tools.
    pub(crate) async fn list(&self) -> Result<Listing, Failure> {
        let mut listing = Listing::default();
        let (mut cursors, mut bytes_left) = (HashSet::new(), LIST_BYTES_MAX);
        let mut cursor: Option<String> = None;
        for _ in 0..PAGES_MAX {
            let params = PaginatedRequestParams::default().with_cursor(cursor);
            let request = ClientRequest::ListToolsRequest(ListToolsRequest::with_param(params));
            let page = self.line().ask(request, PeerRequestOptions::no_options()).await;
            let mut page = match page {
                Ok(page) => page,
                Err(Failure::Refused { code: METHOD_NOT_FOUND, .. }) => {
                    listing.notes.push("it has no tools".to_owned());
                    return Ok(listing);
                }
                Err(failure) => return Err(failure),
            };
            let Some(Value::Array(tools)) = page.get_mut("tools").map(Value::take) else {
                return Err(Failure::Unexpected);
            };
            if let Some(note) = listing.take(tools, &mut bytes_left) {
                listing.notes.push(note);
                return Ok(listing);
            }
            cursor = match page["nextCursor"].as_str() {
                None | Some("") => return Ok(listing),
                Some(next) if next.len() > CURSOR_BYTES_MAX => {
                    let note = "what it says where the next page is cannot be read";
                    listing.notes.push(note.to_owned());
                    return Ok(listing);
                }
                Some(next) if cursors.insert(next.to_owned()) => Some(next.to_owned()),
                Some(_) => {
                    let note = "it sends the same page again; what came before is used";
                    listing.notes.push(note.to_owned());
                    return Ok(listing);
                }
            };
        }
        listing
            .notes
            .push(format!("it has more than {PAGES_MAX} pages of tools; the rest is left out"));
        Ok(listing)
    }
}

impl Listing {
    /// Takes a page in, and says if that was too much.
    fn take(&mut self, tools: Vec<Value>, bytes_left: &mut usize) -> Option<String> {
        for tool in tools {
            if self.definitions.len() == TOOLS_MAX {
                return Some(format!("it has more than {TOOLS_MAX} tools; the rest is left out"));
            }
            let bytes = bytes_over(&tool, 0).unwrap_or_default();
            // One that is too large to be used is not kept either, only its name.
            let kept = bytes.min(DEFINITION_BYTES_MAX);
            let Some(left) = bytes_left.checked_sub(kept) else {
                return Some(format!(
                    "its tools have more than {LIST_BYTES_MAX} bytes; the rest is left out"
                ));
            };
            *bytes_left = left;
            self.definitions.push(tool);
        }
        None
    }
}
