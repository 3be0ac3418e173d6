//! Documents in files: Markdown with front matter, HTML, lines of JSON.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use serde_json::Value;
use toolcrib_authoring::document::{Document, Language};
use toolcrib_authoring::read_text;
use toolcrib_store::DOCUMENT_BYTES_MAX;

use super::DocumentFields;

/// Levels of folders.
const DEPTH_MAX: usize = 32;

/// Something that was found where documents are: its place, and what it says or
/// why it says nothing.
pub(super) struct Found {
    pub(super) shown: String,
    pub(super) fields: Result<DocumentFields, String>,
    /// The id of a document that names none.
    pub(super) fallback: String,
}

/// How a file is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Markdown,
    Html,
    Jsonl,
}

impl Form {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "md" | "markdown" => Some(Self::Markdown),
            "html" | "htm" => Some(Self::Html),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            _ => None,
        }
    }
}

/// The files under a path that hold documents, by path.
pub(super) fn find(root: &Path) -> std::io::Result<Vec<PathBuf>> {
    if fs::metadata(root)?.is_file() {
        return Ok(vec![root.to_owned()]);
    }
    let mut files = Vec::new();
    collect(root, 0, &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for item in fs::read_dir(folder)? {
        let item = item?;
        let (path, kind) = (item.path(), item.file_type()?);
        // A link could lead anywhere, also round.
        if item.file_name().to_string_lossy().starts_with('.') || kind.is_symlink() {
            continue;
        }
        if kind.is_dir() && depth < DEPTH_MAX {
            // One folder that cannot be read does not take the others with it.
            let _ = collect(&path, depth + 1, files);
        } else if kind.is_file() && Form::of(&path).is_some() {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a file can hold documents.
pub(super) fn is_known(path: &Path) -> bool {
    Form::of(path).is_some()
}

/// Reads the documents of a file, one after the other.
pub(super) fn read(root: &Path, path: &Path, each: &mut dyn FnMut(Found)) {
    let own = path.strip_prefix(root).ok().filter(|own| !own.as_os_str().is_empty());
    let shown = own.unwrap_or(path).to_string_lossy().replace('\\', "/");
    let form = Form::of(path);
    // Markdown goes by its name alone; a page beside it must not take its id.
    let name = own.unwrap_or(Path::new(path.file_name().unwrap_or_default()));
    let name = match form {
        Some(Form::Markdown) => name.with_extension(""),
        _ => name.to_owned(),
    };
    let stem = name.to_string_lossy().replace('\\', "/");
    if form == Some(Form::Jsonl) {
        return jsonl(path, &shown, each);
    }
    let fields = text(path).and_then(|text| match form {
        Some(Form::Html) => Ok(html(&text)),
        _ => markdown(&text),
    });
    let fields = fields.map(|mut fields| {
        if fields.title.trim().is_empty() {
            fields.title =
                path.file_stem().unwrap_or_default().to_string_lossy().replace(['-', '_'], " ");
        }
        fields
    });
    each(Found { shown, fields, fallback: stem });
}

fn text(path: &Path) -> Result<String, String> {
    let read = read_text(path, 2 * DOCUMENT_BYTES_MAX as u64);
    let text = read.map_err(|error| error.to_string())?.replace("\r\n", "\n");
    match text.trim().is_empty() {
        true => Err("it is empty".to_owned()),
        false => Ok(text),
    }
}

/// Markdown: what stands between two `---` at the start are its fields.
fn markdown(text: &str) -> Result<DocumentFields, String> {
    let (mut fields, body) = match text.strip_prefix("---\n") {
        None => (DocumentFields::default(), text),
        Some(rest) => {
            let end = rest.find("\n---\n").map(|at| (at + 1, at + 5));
            let end =
                end.or_else(|| rest.strip_suffix("\n---").map(|front| (front.len(), rest.len())));
            let Some((front, body)) = end else {
                return Err("its front matter is not closed with `---`".to_owned());
            };
            (front_matter(&rest[..front])?, rest[body..].trim_start_matches('\n'))
        }
    };
    if fields.title.trim().is_empty() {
        let heading = body.lines().find_map(|line| line.strip_prefix("# "));
        fields.title = heading.unwrap_or_default().trim().to_owned();
    }
    body.clone_into(&mut fields.body);
    Ok(fields)
}

fn front_matter(text: &str) -> Result<DocumentFields, String> {
    if text.trim().is_empty() {
        return Ok(DocumentFields::default());
    }
    let document = Document::parse(text, Language::Yaml).map_err(|faults| {
        let why = faults.first().map_or("", |fault| fault.message.as_str());
        format!("its front matter cannot be read: {why}")
    })?;
    match document.value {
        Value::Object(map) => Ok(of_map(map)),
        _ => Err("its front matter is no list of fields".to_owned()),
    }
}

/// The fields that a map has; others are passed over.
fn of_map(map: serde_json::Map<String, Value>) -> DocumentFields {
    let mut fields = DocumentFields::default();
    for (name, value) in map {
        let word = match &value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(is) => Some(is.to_string()),
            _ => None,
        };
        let many = || match &value {
            Value::Array(items) => items
                .iter()
                .filter_map(|item| match item {
                    Value::String(text) => Some(text.clone()),
                    Value::Number(number) => Some(number.to_string()),
                    _ => None,
                })
                .collect(),
            Value::String(text) => text.split(',').map(|name| name.trim().to_owned()).collect(),
            _ => Vec::new(),
        };
        match name.to_lowercase().as_str() {
            "id" | "slug" => fields.id = word,
            "kind" | "type" => fields.kind = word,
            "title" | "name" => fields.title = word.unwrap_or_default(),
            "body" | "text" | "content" => fields.body = word.unwrap_or_default(),
            "author" | "by" => fields.author = word,
            "category" | "categories" => fields.categories = many(),
            "tag" | "tags" => fields.tags = many(),
            "url" | "link" => fields.url = word,
            _ => {}
        }
    }
    fields
}

/// HTML: its title, its author and its words.
fn html(text: &str) -> DocumentFields {
    let words = |html: &str| {
        let plain = mail_parser::decoders::html::html_to_text(html);
        plain.trim().to_owned()
    };
    let title = between(text, "<title", "</title>").map(|title| words(&title));
    let heading = between(text, "<h1", "</h1>").map(|heading| words(&heading));
    let body = between(text, "<body", "</body>").unwrap_or_else(|| text.to_owned());
    let mut body = body;
    for (open, close) in [("<script", "</script>"), ("<style", "</style>"), ("<title", "</title>")]
    {
        while let Some(range) = stretch(&body, open, close) {
            body.replace_range(range, " ");
        }
    }
    DocumentFields {
        title: title.filter(|title| !title.is_empty()).or(heading).unwrap_or_default(),
        author: meta(text, "author"),
        tags: meta(text, "keywords")
            .map(|words| words.split(',').map(|word| word.trim().to_owned()).collect())
            .unwrap_or_default(),
        body: words(&body),
        ..DocumentFields::default()
    }
}

/// Where an element stands, its tags included.
fn stretch(text: &str, open: &str, close: &str) -> Option<std::ops::Range<usize>> {
    // Letters that are larger in small than they were would shift every place.
    let small = text.to_ascii_lowercase();
    let start = small.find(open)?;
    let end = small[start..].find(close).map_or(text.len(), |at| start + at + close.len());
    Some(start..end)
}

/// What an element holds.
fn between(text: &str, open: &str, close: &str) -> Option<String> {
    let element = &text[stretch(text, open, close)?];
    let inside = element.split_once('>')?.1;
    let end = inside.to_ascii_lowercase().find(close).unwrap_or(inside.len());
    Some(inside[..end].to_owned())
}

/// The content of a `<meta name=…>`.
fn meta(text: &str, name: &str) -> Option<String> {
    let small = text.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = small[from..].find("<meta") {
        let start = from + at;
        let end = small[start..].find('>').map_or(text.len(), |at| start + at);
        let tag = &small[start..end];
        if tag.contains(&format!("name=\"{name}\"")) || tag.contains(&format!("name='{name}'")) {
            let content = small[start..end].find("content=")? + start + "content=".len();
            let quote = text[content..].chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
            let value = text[content + 1..end].split(quote).next()?;
            return Some(mail_parser::decoders::html::html_to_text(value).trim().to_owned());
        }
        from = end;
    }
    None
}

fn jsonl(path: &Path, shown: &str, each: &mut dyn FnMut(Found)) {
    let file = match File::open(path) {
        Ok(file) => BufReader::with_capacity(256 * 1024, file),
        Err(error) => {
            let (shown, fallback) = (shown.to_owned(), String::new());
            return each(Found { shown, fields: Err(error.to_string()), fallback });
        }
    };
    for (index, line) in file.split(b'\n').enumerate() {
        let number = index + 1;
        let shown = format!("{shown}, line {number}");
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let fallback = format!("{stem}-{number}");
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                return each(Found { shown, fields: Err(error.to_string()), fallback });
            }
        };
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&line);
        if line.trim_ascii().is_empty() {
            continue;
        }
        let fields = match serde_json::from_slice::<Value>(line) {
            Ok(Value::Object(map)) => Ok(of_map(map)),
            Ok(_) => Err("the line is not a JSON object".to_owned()),
            Err(_) => Err("the line is not JSON".to_owned()),
        };
        each(Found { shown, fields, fallback });
    }
}
