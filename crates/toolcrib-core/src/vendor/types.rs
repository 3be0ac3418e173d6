//! The seven types of JSON Schema, as a set.
//!
//! An integer is a number, so `number` is kept as two bits, integers and
//! fractions: then the types that two schemas share are a plain intersection.

use serde_json::Value;

/// A set of JSON types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Types(u8);

/// The names in the order in which a union lists its branches.
const NAMES: [(&str, Types); 7] = [
    ("string", Types::STRING),
    ("number", Types::NUMBER),
    ("integer", Types::INTEGER),
    ("boolean", Types::BOOLEAN),
    ("array", Types::ARRAY),
    ("object", Types::OBJECT),
    ("null", Types::NULL),
];

impl Types {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    pub(crate) const NUMBER: Self = Self(4 | 8);
    pub(crate) const STRING: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);
    pub(crate) const ANY: Self = Self(127);

    /// The type with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, types)| *types)
    }

    /// The types that the value of a `type` keyword lists, if it is one.
    pub(crate) fn of_keyword(value: &Value) -> Option<Self> {
        match value {
            Value::String(name) => Self::named(name),
            Value::Array(names) => names
                .iter()
                .map(|name| name.as_str().and_then(Self::named))
                .try_fold(Self::NONE, |all, one| Some(all.or(one?))),
            _ => None,
        }
    }

    /// The type of a value: the smallest set that holds it.
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(number) if number.is_f64() => match number.as_f64() {
                Some(float) if float.fract() == 0.0 => Self::INTEGER,
                _ => Self::NUMBER,
            },
            Value::Number(_) => Self::INTEGER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether all of `other` is in this set.
    pub(crate) fn holds(self, other: Self) -> bool {
        self.and(other) == other
    }

    /// Whether the two sets share a type.
    pub(crate) fn meets(self, other: Self) -> bool {
        self.and(other) != Self::NONE
    }

    /// The types one by one, each with its name; a number is never listed
    /// beside an integer.
    pub(crate) fn each(self) -> Vec<(&'static str, Self)> {
        let listed = |(name, types): &(&'static str, Self)| {
            self.holds(*types) && !(*name == "integer" && self.holds(Self::NUMBER))
        };
        NAMES.into_iter().filter(listed).collect()
    }

    /// The value of a `type` keyword: one name, or several.
    pub(crate) fn keyword(self) -> Value {
        match self.each().as_slice() {
            [(name, _)] => Value::from(*name),
            several => several.iter().map(|(name, _)| *name).collect(),
        }
    }
}
