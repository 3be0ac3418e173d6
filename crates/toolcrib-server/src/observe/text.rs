//! The two forms in which Prometheus reads metrics.

use std::borrow::Cow;

/// A form of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// OpenMetrics 1.0.
    OpenMetrics,
    /// The older form, which everything reads.
    Prometheus,
}

/// The form that a client wants, by its `Accept`.
pub fn format_for(accept: Option<&str>) -> Format {
    match accept {
        Some(accept) if accept.contains("application/openmetrics-text") => Format::OpenMetrics,
        _ => Format::Prometheus,
    }
}

impl Format {
    /// The type of the text.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::OpenMetrics => "application/openmetrics-text; version=1.0.0; charset=utf-8",
            Self::Prometheus => "text/plain; version=0.0.4; charset=utf-8",
        }
    }

    /// OpenMetrics text in this form. The older one names a counter with its
    /// suffix and knows no end.
    pub fn write(self, text: &str) -> String {
        if self == Self::OpenMetrics {
            return text.to_owned();
        }
        let lines: Vec<&str> = text.lines().filter(|line| *line != "# EOF").collect();
        let is_counter = |name: &str| {
            let kind = format!("# TYPE {name} counter");
            lines.iter().any(|line| *line == kind)
        };
        let mut older = String::with_capacity(text.len());
        for line in &lines {
            let mut words = line.splitn(4, ' ');
            let line: Cow<'_, str> = match (words.next(), words.next(), words.next(), words.next())
            {
                (Some("#"), Some(what @ ("HELP" | "TYPE")), Some(name), rest)
                    if is_counter(name) =>
                {
                    format!("# {what} {name}_total {}", rest.unwrap_or_default()).into()
                }
                _ => (*line).into(),
            };
            older.push_str(&line);
            older.push('\n');
        }
        older
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, format_for};

    #[test]
    fn a_counter_has_its_suffix_and_there_is_no_end() {
        let text = "# HELP x_calls Calls.\n# TYPE x_calls counter\nx_calls_total{tool=\"a b\"} 1\n\
                    # HELP x_now Now.\n# TYPE x_now gauge\nx_now 2\n# EOF\n";
        let older = "# HELP x_calls_total Calls.\n# TYPE x_calls_total counter\n\
                     x_calls_total{tool=\"a b\"} 1\n\
                     # HELP x_now Now.\n# TYPE x_now gauge\nx_now 2\n";
        assert_eq!(Format::Prometheus.write(text), older);
        assert_eq!(Format::OpenMetrics.write(text), text);
        assert_eq!(
            format_for(Some("application/openmetrics-text;version=1.0.0")),
            Format::OpenMetrics
        );
        assert_eq!(format_for(Some("text/plain")), Format::Prometheus);
        assert_eq!(format_for(None), Format::Prometheus);
    }
}
