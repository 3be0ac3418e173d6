//! Traces for a collector: OTLP over HTTP, in protobuf.
//!
//! The spans of [`tracing`] become OpenTelemetry's. They wait in a queue that a
//! thread of its own sends from, so a collector that is slow or away costs the
//! program nothing but the spans that no longer fit.

mod client;
mod connect;
mod exporter;
mod filter;
mod health;
mod propagation;

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{Protocol, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tokio::runtime::Handle;
use tracing::Subscriber;
use tracing_opentelemetry::OpenTelemetryLayer;
use tracing_subscriber::Layer;
use tracing_subscriber::registry::LookupSpan;

use self::client::Client;
use self::exporter::Exporter;
use self::health::Health;

pub use self::propagation::{adopt, outgoing};

/// What this module logs under, and never exports.
const TARGET: &str = module_path!();

/// How long an attempt to send a batch may take, and after how long none is made again.
const SEND: Duration = Duration::from_secs(4);

/// How long the end of the program waits for the last spans.
const FLUSH: Duration = Duration::from_secs(5);

/// Where traces go.
#[derive(Clone)]
pub struct TelemetrySettings {
    /// The collector's address, like `http://127.0.0.1:4318`; `/v1/traces` is added.
    pub endpoint: String,
    /// What the program calls itself.
    pub service_name: String,
    /// Sent with every request, for collectors that want a key.
    pub headers: Vec<(String, String)>,
    /// How many of the traces that begin here are kept, from 0 to 1. A trace
    /// that began elsewhere is kept when it was kept there.
    pub sample_ratio: f64,
}

/// Why there will be no traces.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TelemetryError {
    /// The address is not one. It is not repeated, as it may hold a password.
    #[error("the collector's address cannot be used: {0}")]
    Endpoint(String),
    /// A header is not one. Its value is not repeated, as it may be a key.
    #[error("the collector's header `{0}` cannot be sent")]
    Header(String),
    /// A share that is none.
    #[error("the sample ratio is {0}; it can be from 0 to 1")]
    SampleRatio(f64),
    /// Nothing can be sent from here.
    #[error("traces cannot be sent")]
    Setup(#[source] Box<dyn Error + Send + Sync>),
}

/// What keeps the export going; see [`Guard::shutdown`].
#[derive(Debug)]
#[must_use = "spans that still wait are lost unless it is shut down"]
pub struct Guard {
    provider: SdkTracerProvider,
    health: Arc<Health>,
    handle: Handle,
}

impl Guard {
    /// Sends what waits, and ends the export. Gives up after five seconds, and
    /// earlier when the collector does not take it.
    pub async fn shutdown(self) {
        let Self { provider, health, handle } = self;
        health.close();
        // It waits for a thread that waits for this runtime, so not on one of its workers.
        let flushing = handle.spawn_blocking(move || provider.shutdown_with_timeout(FLUSH));
        match tokio::time::timeout(FLUSH, flushing).await {
            Ok(Ok(Ok(()))) => {}
            _ => health.warn("the last traces were not sent in time"),
        }
    }
}

/// Starts the export: a layer for the subscriber, and what ends it. The requests
/// are made on the runtime of the handle.
///
/// Spans and events of level `INFO` and above are exported. A span with the field
/// `error.type` has failed, unless its `otel.status_code` says otherwise.
///
/// # Errors
///
/// A [`TelemetryError`] for settings that cannot be used. A collector that is
/// away is no error.
pub fn start<S>(
    settings: &TelemetrySettings,
    handle: Handle,
) -> Result<(impl Layer<S> + Send + Sync + use<S>, Guard), TelemetryError>
where
    S: Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
{
    if !(0.0..=1.0).contains(&settings.sample_ratio) {
        return Err(TelemetryError::SampleRatio(settings.sample_ratio));
    }
    let health = Arc::new(Health::default());
    let url = connect::traces_url(&settings.endpoint)?;
    let client = Client::new(&url, &settings.headers, handle.clone(), Arc::clone(&health))?;
    let sending = opentelemetry_otlp::SpanExporter::builder()
        .with_http()
        .with_http_client(client)
        .with_endpoint(url.as_str())
        .with_protocol(Protocol::HttpBinary)
        .with_timeout(SEND)
        .build()
        .map_err(|error| TelemetryError::Setup(error.into()))?;
    let root = Sampler::TraceIdRatioBased(settings.sample_ratio);
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(Exporter::new(sending, Arc::clone(&health)))
        .with_sampler(Sampler::ParentBased(Box::new(root)))
        .with_resource(Resource::builder().with_service_name(settings.service_name.clone()).build())
        .build();
    let layer = OpenTelemetryLayer::new(provider.tracer(env!("CARGO_PKG_NAME")))
        // Entering a span would fix its name and its parent, and cost a context each time.
        .with_context_activation(false)
        .with_location(false)
        .with_target(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_filter(filter::filter());
    Ok((layer, Guard { provider, health, handle }))
}
