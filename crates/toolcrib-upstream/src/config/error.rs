//! Settings with which no server can be reached.

/// Settings with which no server can be reached.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// Nothing says how.
    #[error("the server `{server}` has neither a `command` nor a `url`")]
    NoWay {
        /// Which server.
        server: String,
    },
    /// Two things say how.
    #[error("the server `{server}` has both a `command` and a `url`: one is enough")]
    TwoWays {
        /// Which server.
        server: String,
    },
    /// A variable is not in the environment.
    #[error(
        "`{field}` of the server `{server}` needs the variable `{variable}`, which is not in the \
         environment"
    )]
    MissingVariable {
        /// Which server.
        server: String,
        /// Which of its settings.
        field: String,
        /// Which variable.
        variable: String,
    },
    /// Something cannot be used as it is.
    #[error("`{field}` of the server `{server}` cannot be used: {why}")]
    Unusable {
        /// Which server.
        server: String,
        /// Which of its settings.
        field: String,
        /// What is wrong with it.
        why: &'static str,
    },
}
