//! `#[tool]`: turns a typed function into a tool.
//!
//! Owns the reading of the function and of the attribute. It decides nothing
//! about tools: what it writes fills in a `Spec` and calls into `toolcrib`.

mod attribute;
mod expand;
mod parameter;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Turns a typed function into a tool.
///
/// The function's name becomes the tool's id, its doc comment the description,
/// each parameter an argument with its own doc comment, the return type the
/// output schema. A parameter of type `&Context` is handed in by the runtime and
/// never shown to the model. The function may return a value, a `Reply` (a value
/// with warnings), or a `Result` of either whose error becomes a `ToolError`.
///
/// The function stays what it was. Beside it stands a unit struct that is the
/// tool and is what you register: `find_person` makes `FindPersonTool`.
///
/// An `async fn` runs as a task; a plain `fn` runs on a thread for blocking
/// work.
///
/// ```
/// use toolcrib::{Context, Reply, ToolError, tool};
///
/// /// Looks up a person in the address book.
/// #[tool(side_effects = "read_only", timeout_ms = 2_000, tags = ["people"])]
/// async fn find_person(
///     /// Any part of the name.
///     name: String,
///     /// How many to return at most.
///     #[arg(default = 10)]
///     limit: u32,
///     context: &Context,
/// ) -> Result<Reply<Vec<String>>, ToolError> {
///     if context.is_cancelled() || limit == 0 {
///         return Err(ToolError::permanent("Nothing to look for."));
///     }
///     Ok(Reply::new(vec![name]).warning("", "the address book is a sample"))
/// }
/// ```
///
/// Attributes, all optional: `name`, `title`, `version`, `category`, `group`,
/// `side_effects`, `idempotent`, `requires_confirmation`, `allowed_modes`,
/// `latency_budget_ms`, `timeout_ms`, `tags`, `aliases`, `enabled`,
/// `unknown_arguments`, `coerce`, `guide`, `quick`, `argument_bytes_max`. Booleans may stand alone:
/// `#[tool(requires_confirmation)]`. A tool that does not write is taken to be
/// idempotent unless it says otherwise.
///
/// On a parameter: `#[arg(default = …)]` for a default; `#[serde(…)]` and
/// `#[schemars(…)]` as on a struct field, so `#[serde(flatten)] args: MyArgs`
/// takes all arguments from a struct.
#[proc_macro_attribute]
pub fn tool(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::expand(attribute.into(), item.into())
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}
