//! One parameter schema, in the words that each model vendor accepts.
//!
//! Owns the way there ([`lower`], [`export()`]) and the way back ([`Inverse`]).
//! What a vendor accepts is data, in `vendor/profiles.json`. It never talks to
//! a vendor and never fetches a `$ref`. Start at [`lower`], then read `narrow`.
//!
//! (1) What a vendor would refuse never goes out: it is lowered, or the one
//!     tool is put aside.
//! (2) What the lowered schema does not hold the model to is a [`Loss`].
//! (3) What the lowering changed, the inverse changes back.
//! (4) The same tools give the same bytes.

mod export;
mod faithful;
mod inverse;
mod keys;
mod loss;
mod merge;
mod name;
mod narrow;
mod null;
mod profile;
mod sentence;
mod size;
#[cfg(test)]
mod tests;
mod tool;
mod tree;
mod types;
mod view;
mod work;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use export::{Export, Quarantined, ToolLosses, export};
pub use inverse::Inverse;
pub use loss::{Disposition, Loss, Unlowerable};
pub use name::callable_name;
pub use profile::{
    Dialect, Formats, Keywords, Maps, NameRule, Profile, Recursion, Rules, Size, StrictRequest,
    Subset, Untyped, Wrapping,
};
pub use tool::{LoweredTool, lower_tool};
pub(crate) use tree::{Kind as KeywordKind, applies_to, kind as keyword_kind};
pub(crate) use types::Types;

use crate::limits::Limits;
use crate::spec::UnknownWord;
use loss::Losses;
use size::Measure;
use tree::Tree;
use work::Work;

/// Whose words a schema is put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provider {
    /// OpenAI and servers that are compatible with it.
    #[serde(rename = "openai")]
    OpenAi,
    /// OpenAI with the promise that arguments fit the schema.
    #[serde(rename = "openai-strict")]
    OpenAiStrict,
    /// Anthropic.
    Anthropic,
    /// Anthropic with the promise that arguments fit the schema.
    AnthropicStrict,
    /// Gemini, by `parametersJsonSchema`.
    Gemini,
    /// Gemini, by the older `parameters`.
    #[serde(rename = "gemini-openapi")]
    GeminiOpenApi,
    /// The Model Context Protocol.
    Mcp,
    /// LangChain.
    #[serde(rename = "langchain")]
    LangChain,
}

impl Provider {
    /// Every provider.
    pub const ALL: [Self; 8] = [
        Self::OpenAi,
        Self::OpenAiStrict,
        Self::Anthropic,
        Self::AnthropicStrict,
        Self::Gemini,
        Self::GeminiOpenApi,
        Self::Mcp,
        Self::LangChain,
    ];

    /// The names, in the order of [`Provider::ALL`].
    const NAMES: [&'static str; 8] = [
        "openai",
        "openai-strict",
        "anthropic",
        "anthropic-strict",
        "gemini",
        "gemini-openapi",
        "mcp",
        "langchain",
    ];
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::NAMES[*self as usize])
    }
}

impl FromStr for Provider {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let index = Self::NAMES.iter().position(|name| *name == word);
        let unknown = || UnknownWord { word: word.to_owned(), known: &Self::NAMES };
        index.map(|index| Self::ALL[index]).ok_or_else(unknown)
    }
}

/// A schema in a vendor's words.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The schema.
    pub schema: Value,
    /// Whether the vendor promises that arguments fit it.
    pub strict: bool,
    /// What the vendor's words could not say.
    pub losses: Vec<Loss>,
    /// How to undo the lowering on the model's arguments.
    pub inverse: Inverse,
}

/// Puts a parameter schema in a vendor's words.
///
/// ```
/// use serde_json::json;
/// use toolcrib_core::Limits;
/// use toolcrib_core::vendor::{Provider, lower};
///
/// let schema = json!({ "type": "object", "properties": { "city": { "type": "string" } } });
/// let lowered = lower(&schema, Provider::OpenAiStrict, &Limits::DEFAULT).unwrap();
/// assert_eq!(lowered.schema["required"], json!(["city"]));
/// // The model must say something, so it says null; the tool never sees it.
/// assert_eq!(lowered.inverse.apply(json!({ "city": null })), json!({}));
/// ```
///
/// # Errors
///
/// When the vendor has no form for the schema, not even without the promise
/// that arguments fit it.
pub fn lower(schema: &Value, provider: Provider, limits: &Limits) -> Result<Lowered, Unlowerable> {
    let profile = provider.profile();
    match lower_by(profile, schema, limits) {
        Err(refusal) if profile.is_strict() => {
            without_promise(schema, profile, &refusal.pointer, limits)
        }
        lowered => lowered,
    }
}

/// Lowers by the looser profile, because of what stands at the pointer.
fn without_promise(
    schema: &Value,
    profile: &Profile,
    pointer: &str,
    limits: &Limits,
) -> Result<Lowered, Unlowerable> {
    let looser = profile.falls_back_to.map(Provider::profile);
    let mut lowered = lower_by(looser.unwrap_or(profile), schema, limits)?;
    let (pointer, keyword) = (pointer.to_owned(), "strict".to_owned());
    let disposition = Disposition::DroppedCheckedAtRunTime;
    lowered.losses.insert(0, Loss { pointer, keyword, disposition });
    Ok(lowered)
}

fn lower_by(profile: &Profile, schema: &Value, limits: &Limits) -> Result<Lowered, Unlowerable> {
    let work = Work::new(schema, profile, limits)?;
    let mut lowered = match &profile.rules {
        Rules::Verbatim => verbatim(schema, &work.tree)?,
        Rules::Root { forbids } => faithful::lower(work, forbids)?,
        Rules::Subset(rules) => narrow::lower(work, rules)?,
    };
    profile.size.check(&Measure::of(&lowered.schema))?;
    lowered.strict = profile.is_strict();
    Ok(lowered)
}

/// The schema as it was written; only that the root is an object is said.
fn verbatim(schema: &Value, tree: &Tree) -> Result<Lowered, Unlowerable> {
    let root = tree.node(Tree::ROOT);
    if root.never || !root.types.is_none_or(|types| types.holds(Types::OBJECT)) {
        return Err(Unlowerable::new("", "no arguments can fit this schema"));
    }
    let mut losses = Losses::default();
    if root.types != Some(Types::OBJECT) {
        losses.add("", "type", Disposition::Approximated);
    }
    let mut schema = schema.as_object().cloned().unwrap_or_default();
    schema.insert("type".to_owned(), json!("object"));
    let (schema, inverse) = (Value::Object(schema), Inverse::default());
    Ok(Lowered { schema, strict: false, losses: losses.into_list(), inverse })
}
