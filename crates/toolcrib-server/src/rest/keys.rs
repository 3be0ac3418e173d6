//! `/api/keys`, `/api/me`: who may do what, from outside.
//!
//! (1) Nobody gives what they do not have: a key makes only such as may do what
//!     it may itself.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use toolcrib::Fault;
use toolcrib_store::{KeyRow, StoreError};
use utoipa::ToSchema;

use super::App;
use super::access::{Access, Manage, Read};
use super::error::ApiError;
use super::read::{At, Said};
use crate::crib::{MintedKey, Scope, Scopes};

/// Characters of what a key is for.
const NAME_CHARS_MAX: usize = 200;

/// The keys of a workspace.
#[derive(Serialize, ToSchema)]
pub(super) struct KeyList {
    /// The keys, the oldest first; those that were revoked too.
    keys: Vec<KeyBody>,
}

/// A key; what it looks like, nobody knows.
#[derive(Serialize, ToSchema)]
#[schema(as = Key)]
pub(super) struct KeyBody {
    id: String,
    /// What it is for.
    name: String,
    /// `read`, `call`, `manage`, `approve` or `metrics`.
    scopes: Vec<String>,
    created_at: String,
    /// Since when it opens nothing.
    revoked_at: Option<String>,
}

/// A key that was just made.
#[derive(Serialize, ToSchema)]
pub(super) struct NewKey {
    #[serde(flatten)]
    key: KeyBody,
    /// The key itself. It is shown this once.
    secret: String,
}

/// What a new key is to allow.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyFields {
    /// What it is for.
    #[serde(default)]
    #[schema(max_length = 200, pattern = "^[^\\x00]*$")]
    name: String,
    /// `read`, `call`, `manage`, `approve` or `metrics`.
    #[schema(min_items = 1, value_type = Vec<ScopeSchema>)]
    scopes: Vec<Scope>,
}

/// What a key allows.
#[derive(ToSchema)]
#[schema(as = Scope, rename_all = "snake_case")]
#[expect(dead_code, reason = "the words of the OpenAPI document for a type of the crib")]
enum ScopeSchema {
    Read,
    Call,
    Manage,
    Approve,
    Metrics,
}

/// Who is asking
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    workspace: String,
    /// The key that was shown.
    key_id: Option<String>,
    /// What it allows; everything where no key is needed.
    scopes: Vec<String>,
    /// Whether nobody comes in without a key.
    keys_required: bool,
}

/// Say who is asking
///
/// The workspace, the key, and what it allows.
#[utoipa::path(get, path = "/api/me", tag = "keys",
    responses((status = OK, description = "Whoever asks.", body = Me)))]
pub(super) async fn me(State(app): State<App>, access: Access<Read>) -> Json<Me> {
    let scopes = Scope::ALL.into_iter().filter(|scope| access.allows(*scope));
    Json(Me {
        workspace: access.workspace.id().to_string(),
        key_id: access.caller().key.map(|key| key.to_string()),
        scopes: scopes.map(|scope| scope.to_string()).collect(),
        keys_required: app.settings.keys_required,
    })
}

/// List keys
#[utoipa::path(get, path = "/api/keys", tag = "keys",
    responses((status = OK, description = "The workspace's keys.", body = KeyList)))]
pub(super) async fn list(
    State(app): State<App>,
    access: Access<Manage>,
) -> Result<Json<KeyList>, ApiError> {
    let keys = app.crib.store().keys(Some(access.workspace.id())).await?;
    Ok(Json(KeyList { keys: keys.into_iter().map(KeyBody::from).collect() }))
}

/// Make a key
///
/// It is shown in the answer and never again. A key can give no scope that it
/// does not have.
#[utoipa::path(post, path = "/api/keys", tag = "keys", request_body = KeyFields,
    responses((status = CREATED, description = "The key.", body = NewKey)))]
pub(super) async fn create(
    State(app): State<App>,
    access: Access<Manage>,
    Said(body): Said<KeyFields>,
) -> Result<(StatusCode, Json<NewKey>), ApiError> {
    let mut faults = Vec::new();
    if body.scopes.is_empty() {
        faults.push(Fault::at("/scopes", "a key without scopes opens nothing"));
    }
    if body.name.chars().nth(NAME_CHARS_MAX).is_some() || body.name.contains('\0') {
        let message = format!("a name has at most {NAME_CHARS_MAX} characters, and no NUL");
        faults.push(Fault::at("/name", message));
    }
    if !faults.is_empty() {
        return Err(ApiError::faults("The key cannot be made.", faults));
    }
    // (1)
    if let Some(scope) = body.scopes.iter().find(|scope| !access.allows(**scope)) {
        let message = format!("This key cannot give the scope `{scope}`, which it lacks itself.");
        return Err(ApiError::forbidden(message));
    }
    let scopes = Scopes::new(body.scopes);
    let minted = MintedKey::new(access.workspace.id(), &body.name, &scopes);
    let MintedKey { secret, row } = minted.map_err(ApiError::internal)?;
    let id = row.id.clone();
    app.crib.store().create_key(row).await?;
    app.crib.reload_keys().await?;
    let keys = app.crib.store().keys(Some(access.workspace.id())).await?;
    let key = keys.into_iter().find(|key| key.id == id);
    let key = key.ok_or_else(|| ApiError::not_found("key", &id))?.into();
    Ok((StatusCode::CREATED, Json(NewKey { key, secret })))
}

/// Revoke a key
///
/// It opens nothing any more, here at once and elsewhere within a second.
#[utoipa::path(delete, path = "/api/keys/{id}", tag = "keys",
    params(("id" = String, Path, description = "The key's id.")),
    responses((status = NO_CONTENT, description = "It opens nothing any more.")))]
pub(super) async fn revoke(
    State(app): State<App>,
    access: Access<Manage>,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    match app.crib.store().revoke_key(access.workspace.id(), &id).await {
        Ok(_) => {}
        Err(StoreError::Missing) => return Err(ApiError::not_found("key", &id)),
        Err(error) => return Err(error.into()),
    }
    app.crib.reload_keys().await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<KeyRow> for KeyBody {
    fn from(row: KeyRow) -> Self {
        let scopes = row.scopes.split(',').map(|scope| scope.trim().to_owned());
        Self {
            id: row.id,
            name: row.name,
            scopes: scopes.collect(),
            created_at: row.created_at,
            revoked_at: row.revoked_at,
        }
    }
}
