//! Pieces of a stream become what the model said.
//!
//! A reader of a vendor's stream (see `wire`) says what came; the assembler
//! puts it together and hands on what can be shown at once. It knows no
//! vendor. Start at [`Assembler::fragment`], then [`Assembler::end`].
//!
//! (1) Calls are finished when the stream has ended, and at no time before.
//! (2) Where a stream is cut into pieces changes nothing.
//! (3) What is held is bounded, however long the stream is.

mod find;
mod members;
#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;

use serde_json::{Map, Value};
use toolcrib::{Arguments, Limits};

use self::find::is_object;
use crate::message::{Echo, ModelCall, Said, Usage};
use crate::wire::Wire;

/// Bytes of one call's arguments that are kept: one more than any tool takes.
const ARGUMENT_BYTES_MAX: usize = Limits::DEFAULT.argument_bytes_max + 1;

/// Bytes of text that are kept of one answer.
const TEXT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// Characters of a path that leads nowhere which are told.
const PATH_CHARS_MAX: usize = 100;

/// Calls of one answer.
const CALLS_MAX: usize = 128;

/// Something to show before the answer is whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
    /// More words.
    Text(String),
    /// More thoughts.
    Reasoning(String),
    /// A call has begun.
    CallStart {
        /// Our id for it.
        id: String,
        /// The name of the tool.
        name: String,
    },
    /// More of a call's arguments.
    CallArguments {
        /// Our id for the call.
        id: String,
        /// The text.
        text: String,
    },
}

/// Why a model stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// It had said everything, calls included.
    Stop,
    /// It reached a limit.
    Length,
    /// Its vendor did not let it go on.
    Filtered,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// The stream ended before the answer did.
    #[error("the model's answer broke off")]
    BrokeOff,
    /// The vendor said so.
    #[error("the model failed: {0}")]
    Failed(String),
    /// What came is no answer.
    #[error("the model's answer cannot be read: {0}")]
    Unreadable(String),
}

/// A piece of a call, as a vendor sends it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fragment<'a> {
    /// The number that the vendor has for the call.
    pub index: Option<u64>,
    /// Where it stands in a chunk that has several.
    pub position: Option<usize>,
    /// The vendor's id.
    pub id: Option<&'a str>,
    /// The name of the tool.
    pub name: Option<&'a str>,
    /// More of the arguments.
    pub arguments: &'a str,
    /// What the vendor wants to hear again.
    pub signature: Option<&'a str>,
}

/// Puts an answer together.
pub struct Assembler {
    wire: Wire,
    ids: fastrand::Rng,
    text: String,
    calls: Vec<Open>,
    echo: Vec<Value>,
    echo_bytes: usize,
    finish: Option<Finish>,
    is_over: bool,
    usage: Usage,
    broken: Option<Broken>,
    deltas: Vec<Delta>,
}

/// A call that has begun.
struct Open {
    index: Option<u64>,
    position: Option<usize>,
    id: String,
    wire_id: Option<String>,
    name: String,
    arguments: String,
    /// Arguments that come member by member.
    members: Option<Value>,
    member_bytes: usize,
    signature: Option<String>,
}

impl Assembler {
    /// An answer on a vendor's wire.
    pub fn new(wire: Wire) -> Self {
        Self::with_ids(wire, fastrand::Rng::new())
    }

    /// The same, with ids that follow from a number.
    pub fn with_ids(wire: Wire, ids: fastrand::Rng) -> Self {
        Self {
            wire,
            ids,
            text: String::new(),
            calls: Vec::new(),
            echo: Vec::new(),
            echo_bytes: 0,
            finish: None,
            is_over: false,
            usage: Usage::default(),
            broken: None,
            deltas: Vec::new(),
        }
    }

    /// More words.
    pub fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.text.len() + text.len() > TEXT_BYTES_MAX {
            self.break_off(Broken::Unreadable(format!("it has more than {TEXT_BYTES_MAX} bytes")));
            return;
        }
        self.text.push_str(text);
        self.deltas.push(Delta::Text(text.to_owned()));
    }

    /// More thoughts; they are shown to those who want them, and not kept.
    pub fn reasoning(&mut self, text: &str) {
        if !text.is_empty() {
            self.deltas.push(Delta::Reasoning(text.to_owned()));
        }
    }

    /// Something that the vendor wants to hear again.
    pub fn echo(&mut self, part: Value) {
        self.hold(part.to_string().len());
        if self.echo.len() < CALLS_MAX {
            self.echo.push(part);
        }
    }

    /// Counts bytes that are added to what will be echoed (3).
    pub(crate) fn hold(&mut self, bytes: usize) {
        self.echo_bytes += bytes;
        if self.echo_bytes > TEXT_BYTES_MAX {
            let why = format!("its thoughts have more than {TEXT_BYTES_MAX} bytes");
            self.break_off(Broken::Unreadable(why));
        }
    }

    /// What will be echoed, for a reader that adds to its last part.
    pub(crate) fn echoed(&mut self) -> &mut Vec<Value> {
        &mut self.echo
    }

    /// A piece of a call.
    pub fn fragment(&mut self, fragment: Fragment<'_>) {
        match self.find(&fragment) {
            Some(place) => self.add(place, &fragment),
            None => self.open(fragment),
        }
    }

    /// The first piece of a call, or all of it.
    pub fn open(&mut self, fragment: Fragment<'_>) {
        // What comes member by member comes for the last call only.
        self.end_members();
        if self.calls.len() >= CALLS_MAX {
            let why = format!("it wants more than {CALLS_MAX} calls");
            return self.break_off(Broken::Unreadable(why));
        }
        self.calls.push(Open {
            index: fragment.index,
            position: fragment.position,
            id: mint(&mut self.ids),
            wire_id: None,
            name: String::new(),
            arguments: String::new(),
            members: None,
            member_bytes: 0,
            signature: None,
        });
        self.add(self.calls.len() - 1, &fragment);
    }

    /// More arguments of a call that has begun; of any other they are ignored.
    pub fn more(&mut self, index: Option<u64>, arguments: &str) {
        if let Some(place) = self.calls.iter().rposition(|call| call.index == index) {
            self.add(place, &Fragment { arguments, ..Fragment::default() });
        }
    }

    /// One member of the last call's arguments, or more of it where it is text.
    pub fn member(&mut self, path: &str, value: Value) {
        let Some(call) = self.calls.last_mut() else { return };
        if call.member_bytes > ARGUMENT_BYTES_MAX {
            return;
        }
        let members = call.members.get_or_insert_with(|| Value::Object(Map::new()));
        match members::put(members, path, value) {
            Some(bytes) => call.member_bytes += bytes,
            None => {
                let path: String = path.chars().take(PATH_CHARS_MAX).collect();
                self.break_off(Broken::Unreadable(format!("it has arguments at `{path}`")));
            }
        }
    }

    /// The last call has all of its members.
    pub fn end_members(&mut self) {
        let Some(place) = self.calls.len().checked_sub(1) else { return };
        let Some(members) = self.calls[place].members.take() else { return };
        let mut arguments = members.to_string();
        if self.calls[place].member_bytes > ARGUMENT_BYTES_MAX {
            // (3): members are missing, so it must not look whole.
            arguments.pop();
        }
        self.add(place, &Fragment { arguments: &arguments, ..Fragment::default() });
    }

    fn add(&mut self, place: usize, fragment: &Fragment<'_>) {
        let call = &mut self.calls[place];
        if let Some(id) = fragment.id.filter(|id| !id.is_empty()) {
            call.wire_id.get_or_insert_with(|| id.to_owned());
        }
        if let Some(signature) = fragment.signature {
            call.signature = Some(signature.to_owned());
        }
        // Arguments that came before the name have waited for it.
        let is_new = call.name.is_empty();
        if let Some(name) = fragment.name.filter(|name| !name.is_empty()) {
            name.clone_into(&mut call.name);
        }
        // (3): what overflows cannot be read any more, which its outcome says.
        let room = ARGUMENT_BYTES_MAX.saturating_sub(call.arguments.len());
        let taken = &fragment.arguments[..fragment.arguments.floor_char_boundary(room)];
        call.arguments.push_str(taken);
        if taken.len() < fragment.arguments.len() {
            // Nor can what has no room for one character have room for the next.
            call.arguments.push_str(&" ".repeat(room - taken.len()));
        }
        if call.name.is_empty() {
            return;
        }
        let id = call.id.clone();
        let text = match is_new {
            true => {
                let name = call.name.clone();
                self.deltas.push(Delta::CallStart { id: id.clone(), name });
                call.arguments.clone()
            }
            false => taken.to_owned(),
        };
        if !text.is_empty() {
            self.deltas.push(Delta::CallArguments { id, text });
        }
    }

    /// The vendor begins anew: calls that had not ended are void.
    pub fn restart(&mut self) {
        self.calls.clear();
        self.echo.clear();
    }

    /// Why it stopped. Said twice, the first counts, but for a limit.
    pub fn finish(&mut self, finish: Finish) {
        if self.finish.is_none() || finish == Finish::Length {
            self.finish = Some(finish);
        }
    }

    /// The vendor has said its last word.
    pub fn over(&mut self) {
        self.is_over = true;
    }

    /// Whether nothing more will come, whatever becomes of the connection.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// What it used up, as far as is known now.
    pub fn usage(&mut self) -> &mut Usage {
        &mut self.usage
    }

    /// There will be no answer.
    pub fn break_off(&mut self, broken: Broken) {
        self.broken.get_or_insert(broken);
    }

    /// Whether there is no use in reading on.
    pub fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// What can be shown since the last time.
    pub fn deltas(&mut self) -> std::vec::Drain<'_, Delta> {
        self.deltas.drain(..)
    }

    /// The stream has ended: what was said.
    ///
    /// # Errors
    ///
    /// When the vendor said that it failed, or never said that it had finished.
    pub fn end(mut self, model: &str) -> Result<(Said, Finish, Usage), Broken> {
        if let Some(broken) = self.broken.take() {
            return Err(broken);
        }
        // Members make an object at any time, whether or not more were to come.
        let is_waiting = self.calls.last().is_some_and(|call| call.members.is_some());
        self.end_members();
        let finish = self.finish.ok_or(Broken::BrokeOff)?;
        let is_short = finish == Finish::Length;
        let wire = self.wire;
        let whole = self.calls.len() - usize::from(is_waiting);
        let calls = self.calls.into_iter().enumerate().map(|(at, call)| ModelCall {
            is_cut: is_short && !(at < whole && is_object(&call.arguments)),
            id: call.id,
            wire_id: call.wire_id,
            wire,
            name: call.name,
            // Some say so that there are none.
            arguments: if call.arguments.trim() == "null" { String::new() } else { call.arguments },
            signature: call.signature,
        });
        let echo = (!self.echo.is_empty()).then(|| Echo {
            wire,
            model: model.to_owned(),
            parts: self.echo,
        });
        Ok((Said { text: self.text, calls: calls.collect(), echo }, finish, self.usage))
    }
}

/// An id that fits every vendor.
pub(crate) fn mint(ids: &mut fastrand::Rng) -> String {
    (0..9)
        .map(|_| {
            ids.choice(b"abcdefghijklmnopqrstuvwxyz0123456789").map_or('x', |b| char::from(*b))
        })
        .collect()
}

impl ModelCall {
    /// The arguments as an object, or why they are none.
    ///
    /// # Errors
    ///
    /// What is wrong with them, in words for the model.
    pub fn object(&self) -> Result<Value, toolcrib::ToolError> {
        let object = Arguments::from(self.arguments.as_str()).object(&Limits::DEFAULT)?;
        Ok(Arc::unwrap_or_clone(object))
    }
}
