//! What a program and its Python worker say to each other.
//!
//! Frames in both directions: a length, a kind, the number of a call, and bytes.
//! A worker has many calls at once; the process of one call speaks the same
//! frames with its worker.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The argument that makes a program its own Python worker.
pub const WORKER: &str = "__python-worker";

/// Bytes of one frame. Whoever sends a larger one is not a worker of ours.
pub const FRAME_BYTES_MAX: usize = 32 * 1024 * 1024;

/// Bytes before the bytes of a frame.
const HEAD_BYTES: usize = 9;

/// What a frame is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// To the worker: a [`Job`].
    Start = 1,
    /// To the worker: the answer to what a call asked for.
    Answer = 2,
    /// To the worker: nobody waits for this call any more.
    Stop = 3,
    /// From the worker: it can be given work.
    Ready = 4,
    /// From the worker: something that was printed.
    Output = 5,
    /// From the worker: an [`Ask`]; the call waits for its answer.
    Ask = 6,
    /// From the worker: [`Ended`]; there is nothing after it.
    Ended = 7,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What it is about.
    pub kind: Kind,
    /// Which call.
    pub call: u32,
    /// What it says.
    pub bytes: Vec<u8>,
}

/// Something to run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// What to do with it.
    pub what: What,
    /// The scripts, by path; [`SCRIPT`] or `handler.py` is where it begins.
    pub files: BTreeMap<String, String>,
    /// What can be imported.
    pub imports: Vec<String>,
    /// What a handler is given, as JSON.
    pub context: Option<String>,
    /// How long it may take.
    pub wall_ms: u64,
    /// Memory that it may take.
    pub memory_bytes_max: u64,
    /// What it may print.
    pub output_bytes_max: u64,
}

/// The name of a script that is no file.
pub const SCRIPT: &str = "<string>";

/// What to do with a job's scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Run it from top to bottom.
    Script,
    /// Call its `execute`.
    Handler,
    /// See whether it has an `execute` that could be called.
    Inspect,
}

/// What a handler wants of the world.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// Call a tool.
    Call {
        /// Which.
        tool: String,
        /// With what.
        args: Value,
    },
    /// Send the client a message.
    Send(String),
    /// Say how far the call is.
    Progress {
        /// What is done.
        done: f64,
        /// What there is to do.
        total: Option<f64>,
        /// The same in words.
        message: Option<String>,
    },
}

/// What a handler is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// This is what came of it.
    Value(Value),
    /// It was refused, and why.
    Refused(String),
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "how")]
pub enum Ended {
    /// It came to its end.
    Done,
    /// It returned this, as JSON; nothing where that is `None`.
    Returned {
        /// The text.
        json: Option<String>,
    },
    /// It returned something that is not JSON.
    NotJson {
        /// Why not.
        message: String,
    },
    /// An exception came out of it.
    Raised(Box<Raised>),
    /// It took more memory than it may.
    Memory,
    /// It took longer than it may.
    Time,
    /// It did what no script does.
    Forbidden,
    /// Its process broke.
    Crashed {
        /// By which signal, if by one.
        signal: Option<i32>,
    },
}

/// An exception.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Raised {
    /// Its class.
    pub name: String,
    /// What it says.
    pub message: String,
    /// As Python shows it.
    pub traceback: String,
    /// The file and line of the innermost own frame; for a syntax error, the
    /// column too.
    pub place: Option<(String, u32, Option<u32>)>,
    /// What a `ToolError` says.
    pub error: Option<Value>,
    /// What a `ToolError` asks the conversation to do.
    pub intents: Option<Value>,
    /// Whether it is a `SystemExit`, which ends a program as planned.
    pub is_exit: bool,
    /// The code of a `SystemExit`.
    pub exit: Option<Value>,
    /// Whether a handler's answer is not JSON.
    pub is_not_json: bool,
}

impl Kind {
    fn read(byte: u8) -> Option<Self> {
        let all = [
            Self::Start,
            Self::Answer,
            Self::Stop,
            Self::Ready,
            Self::Output,
            Self::Ask,
            Self::Ended,
        ];
        all.into_iter().find(|kind| *kind as u8 == byte)
    }
}

impl Frame {
    /// A frame that says something as JSON.
    pub fn json(kind: Kind, call: u32, value: &impl Serialize) -> Self {
        let bytes = serde_json::to_vec(value).expect("what is said has no keys but text");
        Self { kind, call, bytes }
    }

    /// As it is sent.
    pub fn encode(&self) -> Vec<u8> {
        let mut sent = Vec::with_capacity(HEAD_BYTES + self.bytes.len());
        let length = u32::try_from(self.bytes.len()).unwrap_or(u32::MAX);
        sent.extend(length.to_le_bytes());
        sent.push(self.kind as u8);
        sent.extend(self.call.to_le_bytes());
        sent.extend(&self.bytes);
        sent
    }
}

/// Makes frames of bytes as they come in.
#[derive(Default)]
pub struct Frames(Vec<u8>);

/// What came in is no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the other side says what no worker says")]
pub struct NoFrame;

impl Frames {
    /// Takes what came in.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// The next whole frame.
    ///
    /// # Errors
    ///
    /// When it is none of ours.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, NoFrame> {
        let Some(head) = self.0.first_chunk::<HEAD_BYTES>() else { return Ok(None) };
        let [a, b, c, d, kind, e, f, g, h] = *head;
        let length = u32::from_le_bytes([a, b, c, d]) as usize;
        let kind = Kind::read(kind).ok_or(NoFrame)?;
        if length > FRAME_BYTES_MAX {
            return Err(NoFrame);
        }
        if self.0.len() < HEAD_BYTES + length {
            return Ok(None);
        }
        let bytes = self.0[HEAD_BYTES..HEAD_BYTES + length].to_vec();
        self.0.drain(..HEAD_BYTES + length);
        Ok(Some(Frame { kind, call: u32::from_le_bytes([e, f, g, h]), bytes }))
    }
}
