//! Faults that a handler finds itself.

use std::fmt;

use toolcrib_core::{Fault, ToolError, pointer};

use crate::reply::Reply;

/// Faults that a handler finds in its arguments, all of them before it says any.
///
/// What is valid is done, and what is not is said with it:
///
/// ```
/// use toolcrib::{Faults, Reply};
///
/// fn find(authors: &[&str]) -> Reply<Vec<usize>> {
///     let known = ["ada", "grace"];
///     let mut faults = Faults::new();
///     let mut found = Vec::new();
///     for author in authors {
///         match known.iter().position(|name| name.eq_ignore_ascii_case(author)) {
///             Some(id) => found.push(id),
///             None => faults.push("authors", format!("not found: {author}")),
///         }
///     }
///     faults.reply(found)
/// }
///
/// let reply = find(&["Ada", "bob", "eve"]);
/// assert_eq!(reply.value, [0]);
/// assert_eq!(reply.warnings[1].to_string(), "/authors: not found: eve");
/// ```
///
/// Where nothing should be done unless everything is valid, they end the call:
///
/// ```
/// # use toolcrib::Faults;
/// let mut faults = Faults::new();
/// faults.push("authors", "not found: bob");
/// faults.push("kinds", "unknown: blog");
/// let error = faults.refuse().unwrap_err();
/// assert_eq!(error.message, "authors: not found: bob; kinds: unknown: blog.");
/// assert_eq!(error.details.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a fault of an argument, which goes by its name or its JSON pointer.
    pub fn push(&mut self, argument: &str, message: impl Into<String>) {
        let place = match argument {
            "" => String::new(),
            place if place.starts_with('/') => place.to_owned(),
            name => pointer::child("", name),
        };
        self.0.push(Fault::at(place, message));
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A value together with them, as warnings.
    pub fn reply<T>(self, value: T) -> Reply<T> {
        Reply { warnings: self.0, ..Reply::new(value) }
    }

    /// Ends the call with VALIDATION and all of them, if there are any.
    ///
    /// # Errors
    ///
    /// If there are any.
    pub fn refuse(self) -> Result<(), ToolError> {
        if self.0.is_empty() {
            return Ok(());
        }
        Err(ToolError::validation(format!("{self}."), self.0))
    }
}

/// One after the other, as a model reads them.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            let before = if index == 0 { "" } else { "; " };
            match fault.pointer.trim_start_matches('/') {
                "" => write!(f, "{before}{}", fault.message)?,
                place => write!(f, "{before}{place}: {}", fault.message)?,
            }
        }
        Ok(())
    }
}

impl Extend<Fault> for Faults {
    fn extend<T: IntoIterator<Item = Fault>>(&mut self, faults: T) {
        self.0.extend(faults);
    }
}
