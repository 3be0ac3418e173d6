//! Who is asking, for which workspace, and whether they may.
//!
//! A handler that wants a workspace takes an [`Access`] with the scope it needs,
//! and there is no other way to one.
//!
//! (1) A key opens its own workspace and no other, within its scopes.
//! (2) Where keys are required, nobody comes in without one.
//! (3) A key that is shown is checked, also where none is required.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use toolcrib::call::DEFAULT_WORKSPACE;
use toolcrib::{Caller, Door};

use super::App;
use super::error::ApiError;
use crate::crib::{Key, Scope, Workspace, is_workspace_id};

/// The header that names the workspace.
pub(super) const WORKSPACE: &str = "x-workspace-id";

/// The other header that may hold a key.
pub(super) const API_KEY: &str = "x-api-key";

/// A workspace that somebody may work with.
pub(super) struct Access<S> {
    pub(super) workspace: Arc<Workspace>,
    key: Option<Arc<Key>>,
    scope: PhantomData<S>,
}

/// What a handler needs to be allowed.
pub(super) trait Needs: Send {
    const SCOPE: Scope;
}

/// To look.
pub(super) struct Read;

/// To call.
pub(super) struct Call;

/// To change.
pub(super) struct Manage;

/// To let calls run that wait for a person.
pub(super) struct Approve;

impl Needs for Approve {
    const SCOPE: Scope = Scope::Approve;
}

impl Needs for Read {
    const SCOPE: Scope = Scope::Read;
}

impl Needs for Call {
    const SCOPE: Scope = Scope::Call;
}

impl Needs for Manage {
    const SCOPE: Scope = Scope::Manage;
}

impl<S> Access<S> {
    /// Whoever is asking, as the runtime knows them.
    pub(super) fn caller(&self) -> Caller {
        Caller {
            workspace: Arc::clone(self.workspace.id()),
            key: self.key.as_ref().map(|key| Arc::clone(&key.id)),
            ..Caller::at(Door::Rest)
        }
    }
}

impl<S> Access<S> {
    /// Whether it allows this as well.
    pub(super) fn allows(&self, scope: Scope) -> bool {
        self.key.as_ref().is_none_or(|key| key.scopes.contain(scope))
    }
}

impl<S: Needs> Access<S> {
    /// Whether it allows this as well, still.
    pub(super) fn also(&self, app: &App, scope: Scope) -> bool {
        self.key.as_ref().is_none_or(|key| app.crib.keys().allows(&key.id, scope))
    }

    /// Whether it still holds: a key may have been revoked since.
    pub(super) fn holds(&self, app: &App) -> bool {
        self.key.as_ref().is_none_or(|key| app.crib.keys().allows(&key.id, S::SCOPE))
    }
}

impl<S: Needs> FromRequestParts<App> for Access<S> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let key = key(&parts.headers, app)?;
        let id = workspace_id(&parts.headers)?;
        if let Some(key) = &key {
            // (1)
            if *key.workspace != *id {
                return Err(ApiError::forbidden("This key belongs to another workspace."));
            }
            if !key.scopes.contain(S::SCOPE) {
                let message =
                    format!("This key may not do that; it lacks the scope `{}`.", S::SCOPE);
                return Err(ApiError::forbidden(message));
            }
        }
        let workspace = app.crib.workspace(id).await?;
        Ok(Self { workspace, key, scope: PhantomData })
    }
}

/// Whoever asks over MCP, where a client can seldom name a workspace: with a key
/// it is the key's, without one the server's own.
pub(super) async fn guest(
    headers: &HeaderMap,
    app: &App,
) -> Result<(Arc<Workspace>, Option<Arc<Key>>), ApiError> {
    let key = key(headers, app)?;
    let own = app.settings.workspace.as_deref().unwrap_or(DEFAULT_WORKSPACE);
    let id = match (headers.contains_key(WORKSPACE), &key) {
        (true, _) => workspace_id(headers)?,
        (false, Some(key)) => &key.workspace,
        (false, None) => own,
    };
    // (1)
    if key.as_ref().is_some_and(|key| *key.workspace != *id) {
        return Err(ApiError::forbidden("This key belongs to another workspace."));
    }
    Ok((app.crib.workspace(id).await?, key))
}

/// Somebody who looks after the server: where keys are required, one with the
/// scope for it was shown.
pub(super) struct Operator;

impl FromRequestParts<App> for Operator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        match key(&parts.headers, app)? {
            Some(key) if !key.scopes.contain(Scope::Metrics) => {
                let message = "This key may not do that; it lacks the scope `metrics`.";
                Err(ApiError::forbidden(message))
            }
            _ => Ok(Self),
        }
    }
}

fn key(headers: &HeaderMap, app: &App) -> Result<Option<Arc<Key>>, ApiError> {
    let bearer = headers.get(header::AUTHORIZATION).map(bearer).transpose()?;
    let plain = headers.get(API_KEY).map(|value| value.to_str().unwrap_or_default());
    match bearer.or(plain).or_else(|| offered(headers, "key.")) {
        // (3)
        Some(secret) => match app.crib.keys().find(secret) {
            Some(key) => Ok(Some(key)),
            None => Err(ApiError::unauthorized("This key is not valid, or was revoked.")),
        },
        // (2)
        None if app.settings.keys_required => Err(ApiError::unauthorized(
            "A key is required: send `Authorization: Bearer …`. \
             `toolcrib keys create` makes one.",
        )),
        None => Ok(None),
    }
}

fn bearer(value: &HeaderValue) -> Result<&str, ApiError> {
    match value.to_str().unwrap_or_default().split_once(' ') {
        Some((scheme, secret)) if scheme.eq_ignore_ascii_case("bearer") => Ok(secret.trim()),
        _ => Err(ApiError::unauthorized(
            "A key is sent as `Authorization: Bearer …` or `X-Api-Key: …`, and in no other way.",
        )),
    }
}

/// What a browser says with a WebSocket, which can carry no headers of its own:
/// it is one of the protocols that it offers, such as `workspace.default`.
fn offered<'a>(headers: &'a HeaderMap, prefix: &str) -> Option<&'a str> {
    let offers = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).iter();
    let offers = offers.filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(','));
    offers.map(str::trim).find_map(|offer| offer.strip_prefix(prefix))
}

fn workspace_id(headers: &HeaderMap) -> Result<&str, ApiError> {
    let named = headers.get(WORKSPACE).map(|value| value.to_str().unwrap_or_default());
    let Some(id) = named.or_else(|| offered(headers, "workspace.")) else {
        return Err(ApiError::invalid("Missing X-Workspace-Id header"));
    };
    match is_workspace_id(id) {
        true => Ok(id),
        false => Err(ApiError::invalid(
            "X-Workspace-Id must be 1 to 64 letters, digits, `_`, `-` or `.`, \
             and begin with a letter or digit",
        )),
    }
}
