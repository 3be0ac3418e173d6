//! Files of conversations: text under a path, in a space of its own for each.
//!
//! A space is a session's, or the one that a workspace shares. Directories are
//! there as long as something is in them.

use crate::Store;
use crate::error::{Broken, StoreError};
use crate::names::{check_length, check_workspace};
use crate::sql::{Query, Row, Step, query};
use crate::stamp;

/// Whose files: a session's, or those that a workspace shares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Space {
    /// The workspace.
    pub workspace: String,
    /// The session; nothing means the files that the workspace shares.
    pub session: Option<String>,
}

/// A file, without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// Where it is; it starts with `/`.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// Since when.
    pub created_at: String,
    /// When it was last written.
    pub updated_at: String,
}

/// What a space may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Bytes of all files together.
    pub bytes_max: u64,
    /// How many files.
    pub files_max: u64,
}

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// One of the folders in its path is a file.
    #[error("`{0}` is a file, so nothing can be in it")]
    InsideFile(String),
    /// Other files are under this path.
    #[error("`{0}` is a directory")]
    IsDirectory(String),
    /// The space would hold too much.
    #[error("the files would take {would} bytes together, and may take {max}")]
    Full {
        /// What they would take.
        would: u64,
        /// What they may take.
        max: u64,
    },
    /// The space would hold too many.
    #[error("there are {0} files already, and may be no more")]
    TooMany(u64),
    /// The store did not do it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Space {
    fn session(&self) -> &str {
        self.session.as_deref().unwrap_or_default()
    }

    fn check(&self) -> Result<(), StoreError> {
        check_workspace(&self.workspace)?;
        Ok(self.session.as_deref().map_or(Ok(()), check_length)?)
    }
}

impl Store {
    /// The content of a file.
    pub async fn file(&self, space: &Space, path: &str) -> Result<Option<String>, StoreError> {
        let query = query!(
            "SELECT content FROM files WHERE workspace_id = $1 AND session_id = $2 AND path = $3",
            &space.workspace,
            space.session(),
            path,
        );
        self.rows(query).await?.pop().map(|mut row| row.text()).transpose()
    }

    /// All files under a directory, which ends with `/`, by path.
    pub async fn files(&self, space: &Space, under: &str) -> Result<Vec<FileRow>, StoreError> {
        let query = query!(
            "SELECT path, bytes, created_at, updated_at FROM files
             WHERE workspace_id = $1 AND session_id = $2 AND path >= $3 AND path < $4
             ORDER BY path",
            &space.workspace,
            space.session(),
            under,
            after(under),
        );
        self.rows(query).await?.into_iter().map(FileRow::read).collect()
    }

    /// Writes a file whole. One that is there keeps its time of creation.
    /// Returns whether it is new.
    pub async fn write_file(
        &self,
        space: &Space,
        path: &str,
        content: &str,
        quota: Quota,
    ) -> Result<bool, NotWritten> {
        space.check()?;
        let now = stamp::now();
        let claim = query!(
            "INSERT INTO file_spaces (workspace_id, session_id, writes) VALUES ($1, $2, 1)
             ON CONFLICT (workspace_id, session_id) DO UPDATE SET writes = file_spaces.writes + 1",
            &space.workspace,
            space.session(),
        );
        let steps = vec![Step::new(claim), Step::demanding(put(space, path, content, quota, &now))];
        match self.engine.write(steps).await {
            Ok(mut rows) => {
                let row = rows.pop().and_then(|mut rows| rows.pop());
                let mut row = row
                    .ok_or(Broken::Unexpected("a file without a row"))
                    .map_err(StoreError::from)?;
                Ok(row.bool()?)
            }
            Err(StoreError::Missing) => Err(self.why_not(space, path, content, quota).await?),
            Err(error) => Err(error.into()),
        }
    }

    /// Why nothing was written. Looked at afterwards, so it may have changed;
    /// then the reader is told to try again.
    async fn why_not(
        &self,
        space: &Space,
        path: &str,
        content: &str,
        quota: Quota,
    ) -> Result<NotWritten, StoreError> {
        let all = self.files(space, "/").await?;
        let inside = format!("{path}/");
        let folder = all.iter().find(|file| path.starts_with(&format!("{}/", file.path)));
        if let Some(file) = folder {
            return Ok(NotWritten::InsideFile(file.path.clone()));
        }
        if all.iter().any(|file| file.path.starts_with(&inside)) {
            return Ok(NotWritten::IsDirectory(path.to_owned()));
        }
        let others = all.iter().filter(|file| file.path != path);
        let would = others.clone().map(|file| file.bytes).sum::<u64>() + content.len() as u64;
        if would > quota.bytes_max {
            return Ok(NotWritten::Full { would, max: quota.bytes_max });
        }
        match others.count() as u64 {
            count if count >= quota.files_max => Ok(NotWritten::TooMany(count)),
            _ => Ok(NotWritten::Store(StoreError::Moved)),
        }
    }
}

/// Writes a file if it has a place: returns whether it is new, or nothing.
fn put(space: &Space, path: &str, content: &str, quota: Quota, now: &stamp::Stamp) -> Query {
    let folders: Vec<&str> = path.match_indices('/').skip(1).map(|(at, _)| &path[..at]).collect();
    let inside = format!("{path}/");
    let mut query = query!(
        "INSERT INTO files (workspace_id, session_id, path, content, bytes, created_at, updated_at)
         SELECT $1, $2, $3, $4, CAST($5 AS BIGINT), $6, $6
         WHERE (SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) <= $7 AND COUNT(*) < $8 FROM files
                WHERE workspace_id = $1 AND session_id = $2 AND path <> $3)
           AND NOT EXISTS (SELECT 1 FROM files
                WHERE workspace_id = $1 AND session_id = $2 AND path >= $9 AND path < $10)",
        &space.workspace,
        space.session(),
        path,
        content,
        content.len() as i64,
        now.as_str(),
        quota.bytes_max as i64 - content.len() as i64,
        quota.files_max as i64,
        &inside,
        after(&inside),
    );
    if !folders.is_empty() {
        let from = query.params.len() + 1;
        let marks: Vec<String> = (from..from + folders.len()).map(|n| format!("${n}")).collect();
        let text = query.text.to_mut();
        text.push_str(
            " AND NOT EXISTS (SELECT 1 FROM files
                WHERE workspace_id = $1 AND session_id = $2 AND path IN (",
        );
        text.push_str(&marks.join(", "));
        text.push_str("))");
        query.params.extend(folders.into_iter().map(Into::into));
    }
    query.text.to_mut().push_str(
        " ON CONFLICT (workspace_id, session_id, path) DO UPDATE
            SET content = excluded.content, bytes = excluded.bytes, updated_at = excluded.updated_at
          RETURNING created_at = updated_at",
    );
    query
}

/// The first text after all that start with one that ends with `/`.
fn after(directory: &str) -> String {
    format!("{}0", directory.strip_suffix('/').unwrap_or(directory))
}

impl FileRow {
    fn read(mut row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            path: row.text()?,
            bytes: row.int()?.unsigned_abs(),
            created_at: row.text()?,
            updated_at: row.text()?,
        })
    }
}
