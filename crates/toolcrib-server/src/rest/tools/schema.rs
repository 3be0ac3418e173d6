//! `/api/tools/{id}/schema`: a tool in the form that a model vendor accepts.

use axum::Json;
use serde::Deserialize;
use serde_json::{Value, json};
use toolcrib::vendor::{self, Provider};
use utoipa::IntoParams;

use super::seen;
use crate::rest::access::{Access, Read};
use crate::rest::error::ApiError;
use crate::rest::read::{Asked, At};

/// Whose form.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProviderQuery {
    /// A model vendor's form: `openai`, `openai-strict`, `anthropic`,
    /// `anthropic-strict`, `gemini`, `gemini-openapi`, `mcp` or `langchain`.
    #[param(value_type = Option<String>, pattern = "^(openai|openai-strict|anthropic|anthropic-strict|gemini|gemini-openapi|mcp|langchain)$")]
    pub(crate) provider: Option<String>,
}

impl ProviderQuery {
    /// The provider that was asked for.
    pub(crate) fn provider(&self) -> Result<Option<Provider>, ApiError> {
        let parse = |word: &String| {
            word.parse::<Provider>()
                .map_err(|error| ApiError::invalid(format!("`provider`: {error}")))
        };
        self.provider.as_ref().map(parse).transpose()
    }
}

/// Get a tool for a model
///
/// With `provider`: `tools` is what goes into a request to that vendor, `losses`
/// is what its words could not say. Without: the tool's own JSON Schemas.
#[utoipa::path(get, path = "/api/tools/{id}/schema", tag = "tools",
    params(("id" = String, Path, description = "The tool's id or an alias."), ProviderQuery),
    responses((status = OK, description = "The tool in that form.", body = Object)))]
pub(crate) async fn schema(
    access: Access<Read>,
    At(id): At<String>,
    Asked(query): Asked<ProviderQuery>,
) -> Result<Json<Value>, ApiError> {
    let provider = query.provider()?;
    let tool = seen(&access.workspace, &id)?;
    let entry = tool.entry.as_ref().map_err(|broken| {
        let message = format!("`{id}` cannot be used, so it has no schema.");
        ApiError::problems(message, &broken.problems).into_conflict()
    })?;
    let live = access.workspace.offered(None, entry.spec());
    let spec = live.as_ref().unwrap_or(entry.spec());
    Ok(Json(match provider {
        Some(provider) => json!(vendor::export([spec], provider, entry.compiled().limits())),
        None => json!({ "parameters": spec.parameters, "output": spec.output }),
    }))
}
