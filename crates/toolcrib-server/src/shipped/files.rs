//! Files of a conversation: read, write, list.
//!
//! They are rows of the store, one space for each session and one that a
//! workspace shares. No file of the machine is ever touched.

mod path;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use toolcrib::{Context, Fault, Reply, ToolError, tool};
use toolcrib_store::{NotWritten, Quota, Space, Store, StoreError};

use self::path::{BadPath, FilePath};
use super::store;

/// Bytes of one file.
const FILE_BYTES_MAX: usize = 1024 * 1024;

/// Bytes of the arguments of a write: a file, as JSON writes it.
const ARGUMENT_BYTES_MAX: usize = 2 * FILE_BYTES_MAX;

/// What one session may keep.
const QUOTA: Quota = Quota { bytes_max: 64 * 1024 * 1024, files_max: 10_000 };

/// Reads a file of this conversation and returns its content. Large files can be read in parts.
#[tool(
    title = "Read File",
    group = "filesystem",
    side_effects = "read_only",
    latency_budget_ms = 200,
    timeout_ms = 10_000,
    tags = ["files"],
    guide = include_str!("files/read_file.md")
)]
pub(super) async fn read_file(
    /// Where the file is, such as `/data/report.txt`.
    path: String,
    /// How many lines to skip.
    offset: Option<u32>,
    /// How many lines to return at most.
    #[schemars(range(min = 1))]
    limit: Option<u32>,
    context: &Context,
) -> Result<Reply<String>, ToolError> {
    let path = FilePath::file(&path).map_err(refused)?;
    let (store, space) = place(context)?;
    let Some(content) = store.file(&space, path.as_str()).await.map_err(failed)? else {
        return Err(not_found(&store, &space, &path).await?);
    };
    if offset.is_none() && limit.is_none() {
        return Ok(Reply::new(content));
    }
    let lines: Vec<&str> = content.split_inclusive('\n').collect();
    let count = lines.len();
    let start = (offset.unwrap_or(0) as usize).min(count);
    let end = start.saturating_add(limit.map_or(count, |limit| limit as usize)).min(count);
    let part = Reply::new(lines[start..end].concat());
    Ok(match (start, end) {
        (start, _) if start == count && count > 0 => {
            part.warning("/offset", format!("the file has only {count} lines"))
        }
        (_, end) if end < count => {
            let shown = format!("these are the lines {} to {end} of {count}", start + 1);
            part.warning("", format!("{shown}; go on with `offset` {end}"))
        }
        _ => part,
    })
}

/// Writes a file of this conversation: creates it, or replaces what it had.
#[tool(
    title = "Write File",
    group = "filesystem",
    side_effects = "writes",
    idempotent,
    argument_bytes_max = ARGUMENT_BYTES_MAX,
    latency_budget_ms = 500,
    timeout_ms = 10_000,
    tags = ["files"],
    guide = include_str!("files/write_file.md")
)]
pub(super) async fn write_file(
    /// Where the file is to be, such as `/output/results.json`. Directories need not be made.
    path: String,
    /// The whole content.
    content: String,
    context: &Context,
) -> Result<String, ToolError> {
    let path = FilePath::file(&path).map_err(refused)?;
    if content.len() > FILE_BYTES_MAX {
        let message = format!(
            "The content has {} bytes, and a file may have {FILE_BYTES_MAX}; split it into several \
             files.",
            content.len()
        );
        return Err(fault("/content", message, "at most 1 MiB"));
    }
    if content.contains('\0') {
        let message = "The content has a NUL character, which text files do not have.".to_owned();
        return Err(fault("/content", message, "text without NUL"));
    }
    let (store, space) = place(context)?;
    let is_new =
        store.write_file(&space, path.as_str(), &content, QUOTA).await.map_err(not_written)?;
    let done = if is_new { "Created" } else { "Replaced" };
    Ok(format!("{done} {path} ({})", bytes(content.len() as u64)))
}

/// Lists the files and directories in a directory of this conversation, with sizes.
#[tool(
    title = "List Files",
    group = "filesystem",
    side_effects = "read_only",
    latency_budget_ms = 200,
    timeout_ms = 10_000,
    tags = ["files"],
    guide = include_str!("files/list_files.md")
)]
pub(super) async fn list_files(
    /// The directory.
    #[arg(default = "/".to_owned())]
    path: String,
    context: &Context,
) -> Result<String, ToolError> {
    let path = FilePath::directory(&path).map_err(refused)?;
    let (store, space) = place(context)?;
    let under = path.inside();
    let files = store.files(&space, &under).await.map_err(failed)?;
    if files.is_empty() && path.as_str() != "/" {
        if store.file(&space, path.as_str()).await.map_err(failed)?.is_some() {
            return Err(ToolError::permanent(format!("{path} is a file; read_file shows it.")));
        }
        let known = "list_files without a path shows what there is.";
        return Err(ToolError::permanent(format!("Directory not found: {path}. {known}")));
    }
    let mut directories = BTreeSet::new();
    let mut lines = vec![format!("Contents of {path}:")];
    let mut own = Vec::new();
    for file in &files {
        match file.path[under.len()..].split_once('/') {
            Some((directory, _)) => drop(directories.insert(format!("{under}{directory}"))),
            None => own.push(format!("[FILE] {} ({})", file.path, bytes(file.bytes))),
        }
    }
    lines.extend(directories.into_iter().map(|directory| format!("[DIR]  {directory}")));
    lines.append(&mut own);
    if lines.len() == 1 {
        lines.push("(empty)".to_owned());
    }
    Ok(lines.join("\n"))
}

/// The store, and whose files these are.
fn place(context: &Context) -> Result<(Store, Space), ToolError> {
    let caller = context.caller();
    let session = caller.session.as_ref().map(ToString::to_string);
    Ok((store(context)?, Space { workspace: caller.workspace.to_string(), session }))
}

async fn not_found(store: &Store, space: &Space, path: &FilePath) -> Result<ToolError, ToolError> {
    let inside = store.files(space, &path.inside()).await.map_err(failed)?;
    Ok(ToolError::permanent(match inside.is_empty() {
        true => format!("File not found: {path}. list_files shows what there is."),
        false => format!("{path} is a directory; list_files shows what is in it."),
    }))
}

fn bytes(count: u64) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}

fn fault(pointer: &str, message: String, expected: &str) -> ToolError {
    let fault = Fault { expected: expected.to_owned(), ..Fault::at(pointer, message.as_str()) };
    ToolError::validation(message, vec![fault])
}

fn refused(bad: BadPath) -> ToolError {
    fault("/path", format!("The path {bad}."), "a path such as /data/report.txt")
}

fn not_written(error: NotWritten) -> ToolError {
    match error {
        NotWritten::Store(StoreError::Moved) => {
            ToolError::transient("Others wrote at the same moment; try again.")
        }
        NotWritten::Store(error) => failed(error),
        NotWritten::InsideFile(path) => {
            ToolError::permanent(format!("{path} is a file, so nothing can be in it."))
        }
        NotWritten::IsDirectory(path) => {
            ToolError::permanent(format!("{path} is a directory; write into it instead."))
        }
        NotWritten::Full { would, max } => ToolError::permanent(format!(
            "There is no room: the files of this session would take {would} bytes together, and \
             may take {max}. Replace some with shorter ones."
        )),
        NotWritten::TooMany(count) => ToolError::permanent(format!(
            "There is no room: this session has {count} files already. Replace one of them."
        )),
    }
}

fn failed(error: StoreError) -> ToolError {
    super::failed(error, "The files")
}
