//! A vendor's model, over HTTP.
//!
//! (1) A request is repeated only as long as no byte of an answer has come.
//! (2) Nothing waits for ever: not for the first byte, and not for the next.
//! (3) The key is in a header of a request, and nowhere else.

mod connect;

use std::collections::VecDeque;
use std::time::Duration;

use async_trait::async_trait;
use reqwest::header::{HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{Client, Response, StatusCode};
use tokio::time::{Instant, timeout};

use self::connect::{client, headers};
use super::{Answer, Model, ModelError};
use crate::assemble::{Assembler, Broken, Delta, Finish};
use crate::message::{Said, Usage};
use crate::sse::SseReader;
use crate::wire::{Manner, ModelRequest, Wire};

/// The longest pause before another try.
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// The first pause before another try.
const PAUSE: Duration = Duration::from_millis(500);

/// How long a connection may take to end after the vendor's last word; one that
/// has ended can be used again.
const LINGER: Duration = Duration::from_millis(100);

/// How long one answer usually may take in all, however busy it looks.
pub const ANSWER: Duration = Duration::from_secs(600);

/// Bytes of one stream: many times what an answer can have.
const STREAM_BYTES_MAX: usize = 32 * 1024 * 1024;

/// Bytes of an error's body that are read.
const ERROR_BYTES_MAX: usize = 64 * 1024;

/// Bytes of an answer that comes in one piece.
const WHOLE_BYTES_MAX: usize = 16 * 1024 * 1024;

/// How a vendor's model is reached. It has no `Debug`, because it has the key (3).
#[derive(Clone)]
pub struct HttpSettings {
    /// The words in which it is spoken to.
    pub wire: Wire,
    /// The vendor's address, up to its version.
    pub base_url: String,
    /// What is said to it each time.
    pub manner: Manner,
    /// The key, where it wants one.
    pub key: Option<String>,
    /// Headers beside the usual ones.
    pub headers: Vec<(String, String)>,
    /// How long it may take to answer, and to go on (2).
    pub patience: Duration,
    /// How long one answer may take in all, however busy it looks (2).
    pub answer_max: Duration,
    /// How often a request is repeated.
    pub retries: u32,
    /// Tokens that a request and its answer may have together.
    pub context_tokens: usize,
}

impl HttpSettings {
    /// What must never be shown: the key, and headers long enough to hold one.
    fn secrets(&self) -> Vec<String> {
        let headers = self.headers.iter().map(|(_, value)| value).filter(|value| value.len() >= 8);
        let all = self.key.iter().chain(headers).filter(|secret| !secret.is_empty());
        all.cloned().collect()
    }
}

/// A vendor's model, over HTTP.
pub struct HttpModel {
    settings: HttpSettings,
    client: Client,
    url: String,
    headers: HeaderMap,
}

impl HttpModel {
    /// A model that can be asked.
    ///
    /// # Errors
    ///
    /// When its address, its key or a header cannot be used.
    pub fn new(settings: HttpSettings) -> Result<Self, ModelError> {
        let base = settings.base_url.trim_end_matches('/');
        if !base.starts_with("http://") && !base.starts_with("https://") {
            let message =
                format!("`{base}` is no address of a model: one begins with https:// or http://");
            return Err(ModelError::Setup(message));
        }
        let url = format!("{base}{}", settings.wire.path(&settings.manner));
        let headers = headers(&settings)?;
        let client = client(base)?;
        Ok(Self { settings, client, url, headers })
    }

    async fn send(&self, body: &[u8]) -> Result<Response, Failure> {
        let mut request = self.client.post(&self.url).headers(self.headers.clone());
        for (name, value) in toolcrib::trace::outgoing() {
            request = request.header(name, value);
        }
        let sent = request.body(body.to_vec()).send();
        let patience = self.settings.patience;
        let Ok(sent) = timeout(patience, sent).await else {
            return Err(Failure::last(ModelError::TooSlow { patience }));
        };
        let response = sent.map_err(|error| Failure {
            error: ModelError::Unreachable(cause(&error)),
            again: true,
            after: None,
        })?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let after = response.headers().get(RETRY_AFTER).and_then(seconds);
        let again = status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error();
        let said = self.said(response).await;
        let message = if said.is_empty() { "it did not say why".to_owned() } else { said };
        let error = ModelError::Refused { status: status.as_u16(), message };
        Err(Failure { error, again, after })
    }

    /// What the vendor says of an error, without the key should it be in there (3).
    async fn said(&self, response: Response) -> String {
        let patience = self.settings.patience;
        let body = timeout(patience, bounded(response, ERROR_BYTES_MAX)).await;
        let Ok(Ok(body)) = body else { return String::new() };
        let body = String::from_utf8_lossy(&body);
        let parsed: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
        let parsed = parsed.get(0).unwrap_or(&parsed);
        let error = &parsed["error"];
        let message = error["message"].as_str().or(error.as_str()).or(parsed["message"].as_str());
        // Before it is cut: half a key is too much of it.
        let words = redacted(message.unwrap_or(&body), &self.settings.secrets());
        let words: String = words.chars().take(500).collect();
        words.trim().to_owned()
    }
}

#[async_trait]
impl Model for HttpModel {
    fn wire(&self) -> Wire {
        self.settings.wire
    }

    fn context_tokens(&self) -> usize {
        self.settings.context_tokens
    }

    async fn ask(&self, request: &ModelRequest<'_>) -> Result<Box<dyn Answer>, ModelError> {
        let body = self.settings.wire.body(&self.settings.manner, request).to_string();
        let mut tries = 0;
        let response = loop {
            match self.send(body.as_bytes()).await {
                Ok(response) => break response,
                Err(failure) if failure.again && tries < self.settings.retries => {
                    let doubled = PAUSE * 2_u32.saturating_pow(tries);
                    let jitter = 0.8 + 0.4 * fastrand::f64();
                    let pause = failure.after.unwrap_or_else(|| doubled.mul_f64(jitter));
                    // Nobody waits minutes for an answer; the vendor's words say when to.
                    if pause > PAUSE_MAX {
                        return Err(failure.error);
                    }
                    tracing::info!(error = %failure.error, ?pause, "a model is asked again");
                    tokio::time::sleep(pause).await;
                    tries += 1;
                }
                Err(failure) => return Err(failure.error),
            }
        };
        let HttpSettings { wire, manner, patience, answer_max, .. } = &self.settings;
        let mut answer = HttpAnswer {
            wire: *wire,
            secrets: self.settings.secrets(),
            model: manner.model.clone(),
            patience: *patience,
            answer_max: *answer_max,
            until: Instant::now() + *answer_max,
            bytes: 0,
            response: Some(response),
            sse: SseReader::default(),
            assembler: Assembler::new(*wire),
            ready: VecDeque::new(),
        };
        if !manner.stream {
            answer.take_whole().await?;
        }
        Ok(Box::new(answer))
    }
}

/// A try that led to nothing.
struct Failure {
    error: ModelError,
    /// Whether another could lead further.
    again: bool,
    /// When the vendor wants to be asked again.
    after: Option<Duration>,
}

impl Failure {
    fn last(error: ModelError) -> Self {
        Self { error, again: false, after: None }
    }
}

struct HttpAnswer {
    wire: Wire,
    secrets: Vec<String>,
    model: String,
    patience: Duration,
    answer_max: Duration,
    /// When it must have ended.
    until: Instant,
    /// How much has come.
    bytes: usize,
    /// None once it has ended.
    response: Option<Response>,
    sse: SseReader,
    assembler: Assembler,
    ready: VecDeque<Delta>,
}

impl HttpAnswer {
    async fn take_whole(&mut self) -> Result<(), ModelError> {
        let Some(response) = self.response.take() else { return Ok(()) };
        let Ok(body) = timeout(self.patience, bounded(response, WHOLE_BYTES_MAX)).await else {
            return Err(ModelError::TooSlow { patience: self.patience });
        };
        let body = String::from_utf8_lossy(&body?).into_owned();
        self.wire.read_whole(&body, &mut self.assembler);
        self.ready.extend(self.assembler.deltas());
        Ok(())
    }

    /// Reads until there is something to show.
    async fn read_on(&mut self) -> Result<(), ModelError> {
        while let (true, Some(response)) = (self.ready.is_empty(), &mut self.response) {
            if self.assembler.is_over() {
                let _ = timeout(LINGER, response.chunk()).await;
                self.response = None;
                break;
            }
            let left = self.until.saturating_duration_since(Instant::now());
            let Ok(chunk) = timeout(left.min(self.patience), response.chunk()).await else {
                self.response = None;
                let patience = if left < self.patience { self.answer_max } else { self.patience };
                return Err(ModelError::TooSlow { patience });
            };
            let (wire, assembler) = (self.wire, &mut self.assembler);
            match chunk {
                Ok(Some(bytes)) => {
                    self.bytes += bytes.len();
                    if self.bytes > STREAM_BYTES_MAX {
                        let why = format!("it has more than {STREAM_BYTES_MAX} bytes");
                        assembler.break_off(Broken::Unreadable(why));
                    }
                    let read = self.sse.read(&bytes, |data| wire.read(data, assembler));
                    if let Err(error) = read {
                        assembler.break_off(Broken::Unreadable(error.to_string()));
                    }
                }
                Ok(None) => {
                    self.sse.end(|data| wire.read(data, assembler));
                    self.response = None;
                }
                Err(error) => {
                    tracing::debug!(error = cause(&error), "a model's stream broke");
                    self.response = None;
                }
            }
            if self.assembler.is_broken() {
                self.response = None;
            }
            self.ready.extend(self.assembler.deltas());
        }
        Ok(())
    }
}

#[async_trait]
impl Answer for HttpAnswer {
    async fn next(&mut self) -> Result<Option<Delta>, ModelError> {
        self.read_on().await?;
        Ok(self.ready.pop_front())
    }

    fn whole(self: Box<Self>) -> Result<(Said, Finish, Usage), ModelError> {
        let Self { assembler, model, secrets, .. } = *self;
        let redacted = |said: String| redacted(&said, &secrets);
        assembler.end(&model).map_err(|broken| match broken {
            Broken::BrokeOff => ModelError::Broken(broken),
            Broken::Failed(said) => Broken::Failed(redacted(said)).into(),
            Broken::Unreadable(why) => Broken::Unreadable(redacted(why)).into(),
        })
    }
}

/// What a vendor says, without the key should it be in there (3).
fn redacted(said: &str, secrets: &[String]) -> String {
    secrets.iter().fold(said.to_owned(), |said, secret| said.replace(secret, "[redacted]"))
}

/// A body, unless it is too large.
async fn bounded(mut response: Response, bytes_max: usize) -> Result<Vec<u8>, ModelError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|_| Broken::BrokeOff)? {
        if body.len() + chunk.len() > bytes_max {
            let why = format!("it has more than {bytes_max} bytes");
            return Err(Broken::Unreadable(why).into());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// `Retry-After` in seconds; vendors do not send dates.
fn seconds(value: &HeaderValue) -> Option<Duration> {
    let seconds: f64 = value.to_str().ok()?.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// The innermost reason, which says more than that a request failed.
fn cause(error: &dyn std::error::Error) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}
