//! What a server writes to standard error, and where its traces go.
//!
//! (1) A field whose name is a secret's is not written, in either form.

use std::io::{self, Write};

use toolcrib::redact;
use toolcrib_telemetry::{Guard, TelemetryError};
use tracing::field::Field;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::field::MakeExt as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::{Config, NotSet};

/// The variable that says how much is logged: error, warn, info, debug or trace.
const LOG: &str = "TOOLCRIB_LOG";

/// The variable that says in which form: text or json.
const FORMAT: &str = "TOOLCRIB_LOG_FORMAT";

/// Why nothing can be logged as it was asked for.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum NoLog {
    #[error("{LOG} is `{0}`; it can be error, warn, info, debug, trace or off")]
    Level(String),
    #[error("{FORMAT} is `{0}`; it can be text or json")]
    Format(String),
    #[error(transparent)]
    Variable(#[from] NotSet),
    #[error("telemetry: {0}")]
    Telemetry(#[from] TelemetryError),
}

/// Logs to standard error, as the environment says, and exports traces, as the
/// settings do. What is returned sends the last of them.
pub(in crate::cli) fn start(config: &Config) -> Result<Option<Guard>, NoLog> {
    let level = match std::env::var(LOG) {
        Ok(said) if !said.is_empty() => said.parse().map_err(|_| NoLog::Level(said))?,
        _ => LevelFilter::WARN,
    };
    let is_json = match std::env::var(FORMAT).as_deref() {
        Ok("json") => true,
        Ok("text" | "") | Err(_) => false,
        Ok(other) => return Err(NoLog::Format(other.to_owned())),
    };
    let level = targets(level);
    let text = (!is_json).then(|| {
        let fields = fmt::format::debug_fn(write_field).delimited(" ");
        fmt::layer()
            .with_writer(io::stderr)
            .with_target(false)
            .fmt_fields(fields)
            .with_filter(level.clone())
    });
    let json = is_json.then(|| {
        let layer = fmt::layer().json().flatten_event(true).with_current_span(false);
        layer.with_writer(|| Redacting(io::stderr())).with_target(false).with_filter(level)
    });
    let settings = config.telemetry()?;
    let (traces, guard) = match settings {
        None => (None, None),
        Some(settings) => {
            let handle = tokio::runtime::Handle::current();
            let (layer, guard) = toolcrib_telemetry::start(&settings, handle)?;
            toolcrib::trace::set_outgoing(toolcrib_telemetry::outgoing);
            (Some(layer), Some(guard))
        }
    };
    // A program that has its own log keeps it.
    let _ = tracing_subscriber::registry().with(traces).with(text).with(json).try_init();
    Ok(guard)
}

/// What is logged at a level. The SDK of MCP calls it an error when a server goes
/// away; we say so ourselves, with its name and what is done about it.
fn targets(level: LevelFilter) -> Targets {
    let sdk = if level >= LevelFilter::DEBUG { level } else { LevelFilter::OFF };
    Targets::new().with_default(level).with_target("rmcp", sdk)
}

/// One field of a line (1).
fn write_field(
    writer: &mut fmt::format::Writer<'_>,
    field: &Field,
    value: &dyn std::fmt::Debug,
) -> std::fmt::Result {
    match field.name() {
        "message" => write!(writer, "{value:?}"),
        name if redact::is_secret_key(name) => write!(writer, "{name}={}", redact::REDACTED),
        name => write!(writer, "{name}={value:?}"),
    }
}

/// Writes lines of JSON without their secrets (1).
struct Redacting<W>(W);

impl<W: Write> Write for Redacting<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let parsed = serde_json::from_slice(line).ok();
        match parsed.as_ref().and_then(redact::without_secrets) {
            Some(safe) => self.0.write_all(format!("{safe}\n").as_bytes())?,
            None => self.0.write_all(line)?,
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use tracing::level_filters::LevelFilter;

    use super::{Redacting, targets};

    #[test]
    fn what_the_sdk_says_is_for_those_who_ask() {
        let is_shown = |at: LevelFilter, target: &str| {
            targets(at).would_enable(target, &tracing::Level::ERROR)
        };
        assert!(is_shown(LevelFilter::WARN, "toolcrib_upstream::link"));
        assert!(!is_shown(LevelFilter::WARN, "rmcp::transport::worker"));
        assert!(!is_shown(LevelFilter::INFO, "rmcp::transport::worker"));
        assert!(is_shown(LevelFilter::DEBUG, "rmcp::transport::worker"));
    }

    #[test]
    fn a_line_has_no_secrets() {
        let mut lines = Redacting(Vec::new());
        lines
            .write_all(br#"{"message":"hello","api_key":"s3cret","span":{"password":"p"}}"#)
            .unwrap();
        lines.write_all(b"\n").unwrap();
        lines.write_all(b"{\"message\":\"plain\"}\n").unwrap();
        let text = String::from_utf8(lines.0).unwrap();
        assert!(!text.contains("s3cret") && !text.contains("\"p\""), "{text}");
        assert!(text.contains(r#""api_key":"[redacted]""#), "{text}");
        assert!(text.ends_with("{\"message\":\"plain\"}\n"), "{text}");
    }
}
