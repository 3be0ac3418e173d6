//! The context of a trace in the headers of a request, by W3C's Trace Context.

use std::str::FromStr as _;

use http::HeaderMap;
use opentelemetry::Context;
use opentelemetry::trace::{
    SpanContext, SpanId, TraceContextExt as _, TraceFlags, TraceId, TraceState,
};
use tracing::{Dispatch, Span, dispatcher};
use tracing_opentelemetry::{OpenTelemetrySpanExt as _, get_otel_context};
use tracing_subscriber::Registry;
use tracing_subscriber::registry::LookupSpan as _;

const PARENT: &str = "traceparent";
const STATE: &str = "tracestate";

/// Makes a span part of the trace that a request came with. Headers that are
/// malformed are ignored.
///
/// It must come before the span has a child and before [`outgoing`] is called in
/// it, as its place in the trace is settled by then.
pub fn adopt(span: &Span, headers: &HeaderMap) {
    if let Some(remote) = read(headers) {
        // Nobody may be listening, and then there is nothing to set.
        let _ = span.set_parent(Context::new().with_remote_span_context(remote));
    }
}

/// The headers that make a request part of the current span's trace; none when
/// nothing is exported or no span is open.
#[must_use]
pub fn outgoing() -> Vec<(&'static str, String)> {
    let Some(context) = dispatcher::get_default(current) else { return Vec::new() };
    let span = context.span();
    let span = span.span_context();
    if !span.is_valid() {
        return Vec::new();
    }
    let flags = span.trace_flags() & TraceFlags::SAMPLED;
    let mut headers =
        vec![(PARENT, format!("00-{}-{}-{flags:02x}", span.trace_id(), span.span_id()))];
    let state = span.trace_state().header();
    if !state.is_empty() {
        headers.push((STATE, state));
    }
    headers
}

/// The context of the innermost open span that is exported. Others may be open
/// within it, for those who only read the log.
fn current(dispatch: &Dispatch) -> Option<Context> {
    let current = dispatch.current_span();
    let registry = dispatch.downcast_ref::<Registry>()?;
    let mut spans = registry.span(current.id()?)?.scope();
    spans.find_map(|span| get_otel_context(&span.id(), dispatch))
}

fn read(headers: &HeaderMap) -> Option<SpanContext> {
    let mut parents = headers.get_all(PARENT).iter();
    let (parent, None) = (parents.next()?, parents.next()) else { return None };
    let (trace, span, flags) = parse(parent.to_str().ok()?)?;
    let context = SpanContext::new(trace, span, flags, true, state(headers));
    context.is_valid().then_some(context)
}

/// Stricter than the propagator of the SDK, which takes ids of any length.
fn parse(parent: &str) -> Option<(TraceId, SpanId, TraceFlags)> {
    let (known, more) = parent.split_at_checked(55)?;
    let mut parts = known.split('-');
    let mut part = |length| parts.next().filter(|part| is_hex(part, length));
    let (version, trace, span, flags) = (part(2)?, part(32)?, part(16)?, part(2)?);
    // Later versions may add parts, and this one may not.
    let has_fitting_end = match version {
        "00" => more.is_empty(),
        "ff" => false,
        _ => more.is_empty() || more.starts_with('-'),
    };
    if !has_fitting_end {
        return None;
    }
    let flags = TraceFlags::new(u8::from_str_radix(flags, 16).ok()?);
    let (trace, span) = (TraceId::from_hex(trace).ok()?, SpanId::from_hex(span).ok()?);
    Some((trace, span, flags & TraceFlags::SAMPLED))
}

fn is_hex(part: &str, length: usize) -> bool {
    part.len() == length && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// What other systems keep with the trace. Malformed, it is as if it were not there.
fn state(headers: &HeaderMap) -> TraceState {
    let lines: Result<Vec<_>, _> =
        headers.get_all(STATE).iter().map(|line| line.to_str()).collect();
    lines.ok().and_then(|lines| TraceState::from_str(&lines.join(",")).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
    const SPAN: &str = "b7ad6b7169203331";

    fn headers(parents: &[&str], states: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for parent in parents {
            headers.append(PARENT, HeaderValue::from_str(parent).unwrap());
        }
        for state in states {
            headers.append(STATE, HeaderValue::from_str(state).unwrap());
        }
        headers
    }

    #[test]
    fn a_context_is_read() {
        for (version, more, flags, is_sampled) in
            [("00", "", "01", true), ("00", "", "02", false), ("cc", "-more", "03", true)]
        {
            let parent = format!("{version}-{TRACE}-{SPAN}-{flags}{more}");
            let context = read(&headers(&[&parent], &["a=1,b=2", "c=3"])).unwrap();
            assert_eq!(context.trace_id().to_string(), TRACE);
            assert_eq!(context.span_id().to_string(), SPAN);
            assert_eq!(context.is_sampled(), is_sampled);
            assert!(context.is_remote());
            assert_eq!(context.trace_state().header(), "a=1,b=2,c=3");
        }
    }

    #[test]
    fn what_is_malformed_is_not_read() {
        let zeros = "0".repeat(32);
        for parent in [
            String::new(),
            "00".to_owned(),
            format!("00-{TRACE}-{SPAN}"),
            format!("00-{TRACE}-{SPAN}-"),
            format!("00-{TRACE}-{SPAN}-1"),
            format!("00-{TRACE}-{SPAN}-01-"),
            format!("00-{TRACE}-{SPAN}-01-more"),
            format!("01-{TRACE}-{SPAN}-01more"),
            format!("ff-{TRACE}-{SPAN}-01"),
            format!("0-{TRACE}-{SPAN}-001"),
            format!("00-{zeros}-{SPAN}-01"),
            format!("00-{TRACE}-{}-01", "0".repeat(16)),
            format!("00-{}-{SPAN}-01", TRACE.to_uppercase()),
            format!("00-+{}-{SPAN}-01", &TRACE[1..]),
            format!("00-{TRACE}{SPAN}--01"),
            format!("00-{TRACE}-{SPAN}-0x"),
        ] {
            assert_eq!(read(&headers(&[&parent], &[])), None, "{parent}");
        }
        let parent = format!("00-{TRACE}-{SPAN}-01");
        assert_eq!(read(&headers(&[&parent, &parent], &[])), None);
    }

    #[test]
    fn a_malformed_state_leaves_the_parent() {
        let parent = format!("00-{TRACE}-{SPAN}-01");
        let context = read(&headers(&[&parent], &["a=1", "nothing"])).unwrap();
        assert_eq!(context.trace_state().header(), "");
    }
}
