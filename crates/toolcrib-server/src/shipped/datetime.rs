//! Dates and times as people write them.

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolcrib::{Fault, ToolError, tool};

/// The form to write the moment in.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Form {
    Rfc3339,
    Rfc2822,
    Date,
    Time,
    Long,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Formatted {
    /// The moment in the wanted form.
    text: String,
    /// The day of the week, in English.
    weekday: String,
    /// Seconds since 1970-01-01 in UTC.
    unix_seconds: i64,
}

/// Writes a moment in time in another time zone or form, and says which weekday it is.
#[tool(
    title = "Format date and time",
    group = "general",
    side_effects = "none",
    quick,
    latency_budget_ms = 50,
    timeout_ms = 1_000,
    tags = ["date", "time", "timezone"]
)]
pub(super) async fn format_datetime(
    /// The moment, such as `2026-03-01T09:30:00Z` or `2026-03-01T10:30:00+01:00`.
    #[schemars(extend("format" = "date-time"))]
    datetime: String,
    /// An IANA time zone, such as `Europe/Berlin`.
    #[arg(default = "UTC".to_owned())]
    timezone: String,
    /// The form of the answer.
    #[arg(default = Form::Rfc3339)]
    form: Form,
) -> Result<Formatted, ToolError> {
    let moment: Timestamp = datetime
        .parse()
        .map_err(|_| fault("/datetime", "is not a moment this tool can count with"))?;
    let zone = TimeZone::get(&timezone)
        .map_err(|_| fault("/timezone", "is not a known IANA time zone, such as Europe/Berlin"))?;
    let zoned = moment.to_zoned(zone);
    let text = match form {
        Form::Rfc3339 => zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string(),
        Form::Rfc2822 => rfc2822::to_string(&zoned)?,
        Form::Date => zoned.strftime("%Y-%m-%d").to_string(),
        Form::Time => zoned.strftime("%H:%M:%S").to_string(),
        Form::Long => zoned.strftime("%A, %-d %B %Y, %H:%M %Z").to_string(),
    };
    let weekday = zoned.strftime("%A").to_string();
    Ok(Formatted { text, weekday, unix_seconds: moment.as_second() })
}

fn fault(pointer: &str, message: &str) -> ToolError {
    let fault = Fault::at(pointer, message);
    ToolError::validation(format!("The arguments do not fit: {fault}."), vec![fault])
}
