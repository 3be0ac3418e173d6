//! What is worth a collector's time.

use tracing::Metadata;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::{FilterFn, filter_fn};

use super::TARGET;

/// The least that a span or an event must matter to be exported.
const LEVEL: LevelFilter = LevelFilter::INFO;

/// The crates that take a batch to the collector. A span of theirs would itself
/// have to be sent, and sending it would make the next.
const CARRIERS: [&str; 9] = [
    "h2",
    "hyper",
    "hyper_util",
    "opentelemetry",
    "opentelemetry_otlp",
    "opentelemetry_sdk",
    "reqwest",
    "rustls",
    "tower_http",
];

/// Asked once for each call site, which remembers the answer.
pub(super) fn filter() -> FilterFn {
    // The hint keeps call sites below the level as cheap as without the layer.
    let filter: FilterFn = filter_fn(is_wanted);
    filter.with_max_level_hint(LEVEL)
}

fn is_wanted(metadata: &Metadata<'_>) -> bool {
    let target = metadata.target();
    let origin = target.split_once("::").map_or(target, |(origin, _)| origin);
    *metadata.level() <= LEVEL && !target.starts_with(TARGET) && !CARRIERS.contains(&origin)
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn what_carries_a_batch_is_not_exported() {
        /// Whether a span that is made here is wanted.
        macro_rules! is_wanted {
            ($target:expr, $level:expr) => {{
                let make = || tracing::span!(target: $target, $level, "span");
                let span = tracing::subscriber::with_default(tracing_subscriber::registry(), make);
                is_wanted(span.metadata().unwrap())
            }};
        }
        assert!(is_wanted!("toolcrib::runtime", Level::INFO));
        assert!(is_wanted!("h2o", Level::WARN));
        assert!(!is_wanted!("toolcrib::runtime", Level::DEBUG));
        assert!(!is_wanted!("h2::proto", Level::INFO));
        assert!(!is_wanted!("hyper", Level::ERROR));
        assert!(!is_wanted!(TARGET, Level::WARN));
    }
}
