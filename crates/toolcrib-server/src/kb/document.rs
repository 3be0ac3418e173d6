//! What a document must hold to.

use serde::{Deserialize, Serialize};
use toolcrib::Faults;
use toolcrib_store::{DOCUMENT_BYTES_MAX, LABEL_BYTES_MAX, NewDocument};
use utoipa::ToSchema;

/// Categories or tags of one document.
const LABELS_MAX: usize = 50;

/// Bytes of a title or a url.
const LINE_BYTES_MAX: usize = 2_000;

/// A document as somebody hands it in.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewDocument)]
pub struct DocumentFields {
    /// The stable id; made up where nobody says. One that is known is replaced.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub id: Option<String>,
    /// `post`, `thread`, `reply`, `node`, `collection`, `profile`, `event`, or a word of your own.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub kind: Option<String>,
    /// What it is called.
    #[schema(min_length = 1)]
    pub title: String,
    /// What it says, in plain text or Markdown.
    #[serde(default)]
    pub body: String,
    /// Who wrote it.
    #[serde(default)]
    pub author: Option<String>,
    /// What it is about.
    #[serde(default)]
    pub categories: Vec<String>,
    /// Words to find it by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Where it is from.
    #[serde(default)]
    pub url: Option<String>,
}

/// The kind of a document that names none.
const KIND: &str = "post";

/// A document that can be kept; every fault of one that cannot be is added.
pub fn check(fields: DocumentFields, id: String, faults: &mut Faults) -> NewDocument {
    let trimmed = |text: Option<String>| {
        text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let document = NewDocument {
        id,
        kind: trimmed(fields.kind).unwrap_or_else(|| KIND.to_owned()).to_lowercase(),
        title: fields.title.trim().to_owned(),
        body: fields.body,
        author: trimmed(fields.author),
        categories: labels("categories", fields.categories, faults),
        tags: labels("tags", fields.tags, faults),
        url: trimmed(fields.url),
    };
    if document.title.is_empty() && document.body.trim().is_empty() {
        faults.push("title", "a document has a title or a body, and this has neither");
    }
    let texts = [
        ("id", Some(&document.id), LABEL_BYTES_MAX),
        ("kind", Some(&document.kind), LABEL_BYTES_MAX),
        ("title", Some(&document.title), LINE_BYTES_MAX),
        ("body", Some(&document.body), DOCUMENT_BYTES_MAX),
        ("author", document.author.as_ref(), LABEL_BYTES_MAX),
        ("url", document.url.as_ref(), LINE_BYTES_MAX),
    ];
    for (name, text, bytes_max) in texts {
        let Some(text) = text else { continue };
        if text.len() > bytes_max {
            faults.push(name, format!("it is longer than {bytes_max} bytes"));
        }
        if text.contains('\0') {
            faults.push(name, "it holds a character that cannot be kept: NUL");
        }
    }
    let id = document.id.as_str();
    if id.is_empty() || id.contains(char::is_control) || id.trim() != id {
        faults.push("id", "an id is a text without line breaks and without spaces around it");
    }
    document
}

/// Names, each once.
fn labels(argument: &str, mut names: Vec<String>, faults: &mut Faults) -> Vec<String> {
    // First: comparing all of very many would take very long.
    if names.len() > LABELS_MAX {
        faults.push(argument, format!("there may be {LABELS_MAX}"));
        names.truncate(LABELS_MAX);
    }
    let mut kept: Vec<String> = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        let name = name.trim().to_owned();
        if name.len() > LABEL_BYTES_MAX || name.contains('\0') {
            faults.push(&format!("/{argument}/{index}"), "it is too long, or holds NUL");
        } else if !name.is_empty() && !kept.contains(&name) {
            kept.push(name);
        }
    }
    kept
}
