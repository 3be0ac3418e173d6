//! Bodies that end where they must: whole ones, and streams of events.

use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};
use reqwest::Response;
use rmcp::transport::streamable_http_client::SseError;
use sse_stream::{Sse, SseStream};

use super::HttpError;
use crate::wire::MESSAGE_BYTES_MAX;

/// A body, unless it is too large.
pub(super) async fn whole(mut response: Response, bytes_max: usize) -> Result<Vec<u8>, HttpError> {
    let mut body = Vec::new();
    let broken = |error| HttpError::CutOff(cause(error));
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if body.len() + chunk.len() > bytes_max {
            return Err(HttpError::TooLarge { bytes_max });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// A stream of events; one that is too large ends it.
pub(super) fn events(response: Response) -> BoxStream<'static, Result<Sse, SseError>> {
    let reading = Some((response, Event::default()));
    let chunks = stream::unfold(reading, |reading| async {
        let (mut response, mut event) = reading?;
        match response.chunk().await {
            Ok(Some(chunk)) if event.grow(&chunk) <= MESSAGE_BYTES_MAX => {
                Some((Ok(chunk), Some((response, event))))
            }
            Ok(Some(_)) => {
                let bytes_max = MESSAGE_BYTES_MAX;
                Some((Err(HttpError::TooLarge { bytes_max }), None))
            }
            Ok(None) => None,
            Err(error) => Some((Err(HttpError::Unreachable(cause(error))), None)),
        }
    });
    SseStream::from_bytes_stream(chunks.boxed()).boxed()
}

/// The event that is being read: an empty line ends it.
#[derive(Default)]
struct Event {
    bytes: usize,
    line_bytes: usize,
}

impl Event {
    /// Reads on, and says how large an event has become.
    fn grow(&mut self, chunk: &[u8]) -> usize {
        let mut largest = self.bytes;
        for byte in chunk {
            match byte {
                b'\n' if self.line_bytes == 0 => self.bytes = 0,
                b'\n' => self.line_bytes = 0,
                b'\r' => {}
                _ => {
                    self.bytes += 1;
                    self.line_bytes += 1;
                    largest = largest.max(self.bytes);
                }
            }
        }
        largest
    }
}

/// The innermost reason, which says more than that a request failed, and has no
/// address in it.
pub(super) fn cause(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut innermost: &dyn std::error::Error = &error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

#[cfg(test)]
mod tests {
    use super::Event;

    #[test]
    fn an_event_grows_until_an_empty_line() {
        let mut event = Event::default();
        assert_eq!(event.grow(b"data: a"), 7);
        assert_eq!(event.grow(b"bc\r\nid: 1\n"), 14);
        assert_eq!(event.grow(b"\n: ping\n\ndata"), 14);
        assert_eq!(event.grow(b": x"), 7);
    }
}
