//! How far a call is, for whoever waits for it.

/// How far a call is. What `done` counts, its tool says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What is done; it grows.
    pub done: f64,
    /// What there is to do, where that is known.
    pub total: Option<f64>,
    /// The same in words.
    pub message: Option<String>,
}
