//! A prepared reply: what is said, how it is cut, and how it ends.
//!
//! Every piece of a body is a chunk of its own, and a client reads one chunk at
//! a time: where a body is cut is certain, with no pauses in between.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// A prepared reply.
#[derive(Clone)]
pub(crate) struct Reply {
    /// None for a vendor that does not even begin to answer.
    status: Option<u16>,
    headers: Vec<(&'static str, String)>,
    pieces: Vec<Vec<u8>>,
    pause: Duration,
    is_chunked: bool,
    end: End,
}

/// How a reply ends.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// As it should.
    Whole,
    /// The vendor hangs up.
    HangUp,
    /// The vendor says nothing more, and waits for the client to hang up.
    Hold,
}

impl Reply {
    /// A status and a body, which is whole and well.
    pub(crate) fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: Some(status),
            headers: Vec::new(),
            pieces: vec![body.into()],
            pause: Duration::ZERO,
            is_chunked: true,
            end: End::Whole,
        }
    }

    /// An answer.
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, body)
    }

    /// No byte, ever.
    pub(crate) fn silence() -> Self {
        Self { status: None, pieces: Vec::new(), ..Self::ok("") }.held()
    }

    /// The connection ends before a byte of an answer.
    pub(crate) fn hang_up() -> Self {
        Self { status: None, pieces: Vec::new(), ..Self::ok("") }.broken_off()
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The body, cut at these places.
    pub(crate) fn cut_at(mut self, places: impl IntoIterator<Item = usize>) -> Self {
        let body = self.pieces.concat();
        let mut places: Vec<usize> = places.into_iter().filter(|at| *at < body.len()).collect();
        places.push(body.len());
        let mut start = 0;
        self.pieces = Vec::new();
        for end in places {
            self.pieces.push(body[start..end].to_vec());
            start = end;
        }
        self
    }

    /// The body, in pieces of so many bytes.
    pub(crate) fn in_pieces_of(self, bytes: usize) -> Self {
        let len = self.pieces.concat().len();
        self.cut_at((bytes..len).step_by(bytes))
    }

    /// A pause before each piece.
    pub(crate) fn paused(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// A body that ends with its connection, as HTTP/1.0 had it.
    pub(crate) fn unchunked(self) -> Self {
        Self { is_chunked: false, ..self }
    }

    /// The connection ends where the body should go on.
    pub(crate) fn broken_off(self) -> Self {
        Self { end: End::HangUp, ..self }
    }

    /// Nothing more comes where the body should go on.
    pub(crate) fn held(self) -> Self {
        Self { end: End::Hold, ..self }
    }

    /// Plays it, and says whether the connection can be used again.
    pub(super) async fn play(self, stream: &mut TcpStream, gone: &Notify) -> std::io::Result<bool> {
        if let Some(status) = self.status {
            let mut head = format!("HTTP/1.1 {status} Whatever\r\n");
            for (name, value) in &self.headers {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
            let framing =
                if self.is_chunked { "transfer-encoding: chunked" } else { "connection: close" };
            head.push_str(&format!("{framing}\r\n\r\n"));
            stream.write_all(head.as_bytes()).await?;
        }
        for piece in self.pieces.iter().filter(|piece| !piece.is_empty()) {
            if !self.pause.is_zero() {
                tokio::time::sleep(self.pause).await;
            }
            let mut framed = piece.clone();
            if self.is_chunked {
                framed = format!("{:x}\r\n", piece.len()).into_bytes();
                framed.extend_from_slice(piece);
                framed.extend_from_slice(b"\r\n");
            }
            stream.write_all(&framed).await?;
        }
        match self.end {
            End::Whole if self.is_chunked => stream.write_all(b"0\r\n\r\n").await?,
            End::Whole | End::HangUp => {}
            End::Hold => {
                // Ends when the client does, by a good-bye or without one.
                let _ = stream.read(&mut [0]).await;
                gone.notify_one();
            }
        }
        Ok(self.end == End::Whole && self.is_chunked)
    }
}
