//! A version of a tool, as the store keeps it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolcrib::diff::{Change, Diff, Effect};
use toolcrib::spec::Version;
use toolcrib::{Spec, VersionHash};
use toolcrib_handlers::folder::Files;
use toolcrib_store::{NewTool, ToolRow, VersionRow};

/// The group of a tool that has none, as the seed of the REST API names it.
pub(super) const CATEGORY_DEFAULT: &str = "general";

/// What a version of a tool promises and what runs it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Published {
    /// The key of the handler.
    pub handler_key: String,
    /// What it promises.
    pub spec: Spec,
}

/// Why a version that was kept cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("this version cannot be read: {0}")]
pub struct Unreadable(#[from] serde_json::Error);

impl Published {
    /// A tool of its own with the handler of another; it promises what that does,
    /// and speaks for itself.
    pub fn behind(handler: &Spec, id: String) -> Self {
        let spec = Spec {
            title: None,
            group: None,
            category: None,
            aliases: Vec::new(),
            tags: Vec::new(),
            examples: Vec::new(),
            output: None,
            version: Version::new(1, 0, 0),
            enabled: true,
            tool_id: id,
            ..handler.clone()
        };
        Self { handler_key: handler.tool_id.clone(), spec }
    }

    /// What the columns of a row say that somebody inserted by hand.
    pub fn inserted(row: &ToolRow, handler: &Spec) -> Self {
        let mut published = Self::behind(handler, row.key.id.clone());
        let spec = &mut published.spec;
        spec.title = Some(row.name.clone());
        spec.description.clone_from(&row.description);
        match row.category.parse() {
            Ok(category) => spec.category = Some(category),
            Err(_) => spec.group = Some(row.category.clone()),
        }
        // A text is no schema, which whoever compiles it says.
        let text = || Value::String(row.parameters_schema.clone());
        spec.parameters = serde_json::from_str(&row.parameters_schema).unwrap_or_else(|_| text());
        published
    }

    /// Reads a version that was kept.
    pub fn read(manifest: &str) -> Result<Self, Unreadable> {
        Ok(serde_json::from_str(manifest)?)
    }

    /// A row for the store.
    pub fn row(&self, hash: VersionHash, guide: Option<&str>, files: Option<&Files>) -> NewTool {
        let (version_hash, files) = (hash.to_string(), files.map(kept_files));
        NewTool { version_hash, files, ..self.described(guide.map(str::to_owned)) }
    }

    fn described(&self, guide: Option<String>) -> NewTool {
        let spec = &self.spec;
        NewTool {
            id: spec.tool_id.clone(),
            name: name_of(spec).to_owned(),
            description: spec.description.clone(),
            parameters_schema: spec.parameters.to_string(),
            handler_key: self.handler_key.clone(),
            category: category_of(spec),
            version: spec.version.to_string(),
            version_hash: String::new(),
            manifest: serde_json::to_string(self).expect("a spec can be written as JSON"),
            guide,
            files: None,
        }
    }
}

impl Published {
    /// The row of a version that is published again.
    pub fn row_again(&self, old: &VersionRow) -> NewTool {
        let hash = old.version_hash.clone();
        NewTool {
            version_hash: hash,
            files: old.files.clone(),
            ..self.described(old.guide.clone())
        }
    }
}

/// What changed between two versions.
///
/// # Errors
///
/// When one of them cannot be read.
pub fn diff(old: &VersionRow, new: &VersionRow) -> Result<Diff, Unreadable> {
    let (one, two) = (Published::read(&old.manifest)?, Published::read(&new.manifest)?);
    let mut diff = Diff::between(&one.spec, &two.spec);
    let mut told = |pointer: &str, message: &str| {
        diff.changes.push(Change {
            pointer: pointer.to_owned(),
            effect: Effect::Compatible,
            message: message.to_owned(),
        });
    };
    if one.handler_key != two.handler_key {
        told("/handlerKey", "another handler runs it");
    } else if old.files.is_some() && old.files != new.files {
        told("/handler", "the handler's files differ");
    }
    if old.guide != new.guide {
        told("/guide", "the guide differs");
    }
    Ok(diff)
}

/// The name of a tool for people.
pub fn name_of(spec: &Spec) -> &str {
    spec.title.as_deref().unwrap_or(&spec.tool_id)
}

/// What REST calls a tool's category: its group where it has one.
pub fn category_of(spec: &Spec) -> String {
    spec.group.clone().unwrap_or_else(|| spec.category().to_string())
}

/// The files of a folder that make its tool, as one text.
fn kept_files(files: &Files) -> String {
    let scripts = files.scripts.iter().map(|(name, text)| (name.as_str(), &**text));
    let texts: std::collections::BTreeMap<&str, &str> = scripts
        .chain(files.manifest.as_deref().map(|text| (toolcrib_handlers::folder::MANIFEST, text)))
        .chain(files.guide.as_deref().map(|text| (toolcrib_handlers::folder::GUIDE, text)))
        .collect();
    let kept = KeptFiles { name: files.name.clone(), texts };
    serde_json::to_string(&kept).expect("texts can be written as JSON")
}

/// The files of a version, as they were.
pub(super) fn files_of(row: &VersionRow) -> Option<Result<Files, Unreadable>> {
    let text = row.files.as_deref()?;
    let read = serde_json::from_str::<KeptFiles<String>>(text).map(|kept| {
        let shown = format!("{} ({})", kept.name, row.version);
        let mut files = Files { name: kept.name, shown, ..Files::default() };
        for (name, text) in kept.texts {
            files.put(name, text);
        }
        files
    });
    Some(read.map_err(Unreadable))
}

#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "T: Deserialize<'de> + Ord"))]
struct KeptFiles<T> {
    name: String,
    texts: std::collections::BTreeMap<T, T>,
}
