//! `/api/analytics`, `/api/metrics`, `/metrics`: what calls add up to.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use toolcrib_store::{Stretch, now_ms};
use utoipa::IntoParams;

use super::App;
use super::access::{Access, Operator, Read};
use super::error::ApiError;
use super::read::{Asked, Moment};
use crate::observe::{Analytics, Metrics, format_for};

/// How far back to look where nobody says: a week.
const USUAL_MS: u64 = 7 * 24 * 60 * 60 * 1_000;

/// Which stretch of time.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct StretchQuery {
    /// From then on: RFC 3339, milliseconds since 1970, or so long ago, such as `24h`;
    /// a week when absent.
    #[param(inline)]
    since: Option<Moment>,
    /// And before that; now when absent.
    #[param(inline)]
    until: Option<Moment>,
}

impl StretchQuery {
    fn stretch(&self) -> Stretch {
        // The present millisecond counts.
        let until_ms = self.until.map_or_else(|| now_ms() + 1, |Moment(ms)| ms);
        let usual = until_ms.saturating_sub(USUAL_MS);
        Stretch { since_ms: self.since.map_or(usual, |Moment(ms)| ms), until_ms }
    }
}

/// How the workspace is used
///
/// Most used tools, error rates, latency percentiles, costs by agent, and all of it over
/// time.
#[utoipa::path(get, path = "/api/analytics", tag = "calls", params(StretchQuery),
    responses((status = OK, description = "What the records add up to.", body = Analytics)))]
pub(super) async fn analytics(
    State(app): State<App>,
    access: Access<Read>,
    Asked(query): Asked<StretchQuery>,
) -> Result<Json<Analytics>, ApiError> {
    let (store, workspace) = (app.crib.store(), access.workspace.id());
    Ok(Json(Analytics::of(store, workspace, query.stretch()).await?))
}

/// What each tool did
#[utoipa::path(get, path = "/api/metrics", tag = "calls", params(StretchQuery),
    responses((status = OK, description = "Counts and percentiles by tool.", body = Metrics)))]
pub(super) async fn metrics(
    State(app): State<App>,
    access: Access<Read>,
    Asked(query): Asked<StretchQuery>,
) -> Result<Json<Metrics>, ApiError> {
    let (store, workspace) = (app.crib.store(), access.workspace.id());
    Ok(Json(Metrics::of(store, workspace, query.stretch()).await?))
}

/// Counters for Prometheus
///
/// Of this server, since it started, over all workspaces. Where keys are required, one with
/// the scope `metrics` is.
#[utoipa::path(get, path = "/metrics", tag = "system",
    responses((status = OK, description = "Prometheus text, or OpenMetrics where that is asked \
        for.", body = String, content_type = "text/plain")))]
pub(super) async fn prometheus(
    State(app): State<App>,
    _: Operator,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let standing = app.crib.standing().await;
    let text = app.crib.meters().show(&standing).map_err(ApiError::internal)?;
    let format = format_for(headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()));
    Ok(([(CONTENT_TYPE, format.content_type())], format.write(&text)).into_response())
}
