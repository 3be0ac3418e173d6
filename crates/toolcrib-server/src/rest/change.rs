//! A field of a body that changes something: left out, reset or set.

use serde::{Deserialize, Deserializer};

/// What a body says of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Change<T> {
    /// Nothing: it stays.
    #[default]
    Keep,
    /// `null`: it goes back to what it is by itself.
    Reset,
    /// Something else.
    Set(T),
}

impl<T> Change<T> {
    /// Whether the body says anything.
    pub(super) fn is_said(&self) -> bool {
        !matches!(self, Self::Keep)
    }

    /// The same of something else.
    pub(super) fn map<U>(self, make: impl FnOnce(T) -> U) -> Change<U> {
        match self {
            Self::Keep => Change::Keep,
            Self::Reset => Change::Reset,
            Self::Set(value) => Change::Set(make(value)),
        }
    }

    /// Does what the body says.
    pub(super) fn apply(self, field: &mut T, reset: impl FnOnce() -> T) {
        match self {
            Self::Keep => {}
            Self::Reset => *field = reset(),
            Self::Set(value) => *field = value,
        }
    }

    /// The same for a field that may have nothing.
    pub(super) fn apply_option(self, field: &mut Option<T>) {
        match self {
            Self::Keep => {}
            Self::Reset => *field = None,
            Self::Set(value) => *field = Some(value),
        }
    }
}

/// Reads a field that can be left out, but not reset.
pub(super) fn not_null<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Reset, Self::Set))
    }
}
