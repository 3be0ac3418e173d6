//! Whom a part of a schema is for, and so which way it may change.

use super::Effect;

/// Whom a part of a schema is for, and so which way it may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Side {
    /// Callers: it may take more.
    Arguments,
    /// Readers: it may give less.
    Answer,
    /// It stands where more and less cannot be told apart: it may not change.
    Exact,
    /// It concerns no value that there was: it may change.
    Free,
}

/// How a demand has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Said in other words.
    Same,
    Wider,
    Narrower,
    /// Neither, as far as can be seen.
    Other,
}

impl Side {
    pub(super) fn effect(self, turn: Turn) -> Effect {
        match (self, turn) {
            (Self::Free, _)
            | (_, Turn::Same)
            | (Self::Arguments, Turn::Wider)
            | (Self::Answer, Turn::Narrower) => Effect::Compatible,
            _ => Effect::Breaking,
        }
    }

    /// The way to turn that breaks.
    pub(super) fn breaking_turn(self) -> Turn {
        match self {
            Self::Arguments => Turn::Narrower,
            Self::Answer => Turn::Wider,
            Self::Exact | Self::Free => Turn::Other,
        }
    }

    /// Why it breaks.
    pub(super) fn reason(self, turn: Turn) -> &'static str {
        match (self, turn) {
            (Self::Arguments, Turn::Narrower) => "arguments that were valid may be refused",
            (Self::Answer, Turn::Wider) => "answers may be what they could not be before",
            _ => "it cannot be shown to be compatible",
        }
    }
}

/// How a part is looked at: for whom, and whether the runtime fills in its
/// defaults, in the old schema and in the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct View {
    pub(super) side: Side,
    pub(super) filled_old: bool,
    pub(super) filled_new: bool,
}

impl View {
    /// The same where nothing is filled in.
    pub(super) fn unfilled(self) -> Self {
        Self { filled_old: false, filled_new: false, ..self }
    }

    /// The same where nothing may change, unless it concerns nobody anyway.
    pub(super) fn exact(self) -> Self {
        let side = if self.side == Side::Free { Side::Free } else { Side::Exact };
        Self { side, ..self.unfilled() }
    }
}
