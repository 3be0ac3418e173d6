//! What happens to a batch of spans before and after it is sent.

use std::sync::Arc;
use std::time::Duration;

use opentelemetry::trace::Status;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::{OTelSdkError, OTelSdkResult};
use opentelemetry_sdk::trace::{SpanData, SpanExporter};

use super::health::Health;

/// Says on the thread that sends, and so at no cost for who made the spans,
/// which of them failed; and keeps count of those that are lost.
#[derive(Debug)]
pub(super) struct Exporter<E> {
    inner: E,
    health: Arc<Health>,
}

impl<E> Exporter<E> {
    pub(super) fn new(inner: E, health: Arc<Health>) -> Self {
        Self { inner, health }
    }
}

impl<E: SpanExporter> SpanExporter for Exporter<E> {
    async fn export(&self, mut batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        let result = if self.health.has_given_up() {
            Err(OTelSdkError::AlreadyShutdown)
        } else {
            batch.iter_mut().for_each(mark);
            self.inner.export(batch).await
        };
        match &result {
            Ok(()) => self.health.sent(),
            Err(error) => self.health.lost(spans, error),
        }
        result
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.inner.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.inner.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.inner.set_resource(resource);
    }
}

/// By OpenTelemetry's conventions, what has an `error.type` has failed; the layer
/// knows only its own fields, and nobody should have to record both.
fn mark(span: &mut SpanData) {
    let is_failed = || span.attributes.iter().any(|field| field.key.as_str() == "error.type");
    if span.status == Status::Unset && is_failed() {
        span.status = Status::error("");
    }
}
