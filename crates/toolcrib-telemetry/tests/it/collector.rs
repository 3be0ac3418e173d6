//! A collector that is a few lines long.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use toolcrib_telemetry::TelemetrySettings;

/// One request, as it came.
pub(crate) struct Received {
    pub(crate) head: String,
    pub(crate) body: ExportTraceServiceRequest,
    is_taken: bool,
}

#[derive(Clone)]
pub(crate) struct Collector {
    address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
    /// What it answers first; `200 OK` from then on.
    answers: Arc<Mutex<VecDeque<&'static str>>>,
}

impl Collector {
    pub(crate) async fn start(answers: impl IntoIterator<Item = &'static str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let this = Self {
            address: listener.local_addr().unwrap(),
            received: Arc::default(),
            answers: Arc::new(Mutex::new(answers.into_iter().collect())),
        };
        let serving = this.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serving.clone().serve(stream));
            }
        });
        this
    }

    async fn serve(self, stream: TcpStream) {
        let mut stream = BufReader::new(stream);
        loop {
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                if stream.read_line(&mut head).await.unwrap() == 0 {
                    return;
                }
            }
            let length = header(&head, "content-length").unwrap().parse().unwrap();
            let mut body = vec![0; length];
            stream.read_exact(&mut body).await.unwrap();
            let body = ExportTraceServiceRequest::decode(&body[..]).unwrap();
            let answer = self.answers.lock().unwrap().pop_front().unwrap_or("200 OK\r\n");
            let is_taken = answer.starts_with("200");
            self.received.lock().unwrap().push(Received { head, body, is_taken });
            let answer = format!("HTTP/1.1 {answer}content-length: 0\r\n\r\n");
            stream.write_all(answer.as_bytes()).await.unwrap();
        }
    }

    pub(crate) fn settings(&self) -> TelemetrySettings {
        settings(self.address)
    }

    pub(crate) fn requests(&self) -> usize {
        self.received.lock().unwrap().len()
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        std::mem::take(&mut self.received.lock().unwrap())
    }

    /// The spans it took, in the order of their ends.
    pub(crate) fn spans(&self) -> Vec<Span> {
        let taken = self.received().into_iter().filter(|received| received.is_taken);
        let resources = taken.flat_map(|received| received.body.resource_spans);
        let scopes = resources.flat_map(|resource| resource.scope_spans);
        scopes.flat_map(|scope| scope.spans).collect()
    }
}

pub(crate) fn settings(address: SocketAddr) -> TelemetrySettings {
    TelemetrySettings {
        endpoint: format!("http://{address}"),
        service_name: "crib".to_owned(),
        headers: Vec::new(),
        sample_ratio: 1.0,
    }
}

/// An address where nobody listens.
pub(crate) async fn nobody() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap()
}

pub(crate) fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let fields = head.lines().filter_map(|line| line.split_once(": "));
    fields.into_iter().find_map(|(field, value)| field.eq_ignore_ascii_case(name).then_some(value))
}

/// Names and texts of attributes, sorted.
pub(crate) fn texts(attributes: &[KeyValue]) -> Vec<(&str, &str)> {
    let mut texts: Vec<_> = attributes
        .iter()
        .map(|attribute| match &attribute.value {
            Some(AnyValue { value: Some(Value::StringValue(text)) }) => (&*attribute.key, &**text),
            other => panic!("{}: {other:?}", attribute.key),
        })
        .collect();
    texts.sort_unstable();
    texts
}

pub(crate) fn hex(id: &[u8]) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}
