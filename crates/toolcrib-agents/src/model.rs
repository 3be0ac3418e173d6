//! Somebody who answers: a vendor's model, or a file of prepared answers.

mod http;
mod script;

use std::time::Duration;

use async_trait::async_trait;

use crate::assemble::{Broken, Delta, Finish};
use crate::message::{Said, Usage};
use crate::wire::{ModelRequest, Wire};

pub use http::{ANSWER, HttpModel, HttpSettings};
pub use script::{Script, ScriptError, ScriptModel};

/// Somebody who answers.
#[async_trait]
pub trait Model: Send + Sync + 'static {
    /// The words in which it is spoken to.
    fn wire(&self) -> Wire;

    /// Tokens that a request and its answer may have together.
    fn context_tokens(&self) -> usize {
        128_000
    }

    /// Asks. The answer is there when its first byte is.
    ///
    /// # Errors
    ///
    /// When there will be no answer, after every try that makes sense.
    async fn ask(&self, request: &ModelRequest<'_>) -> Result<Box<dyn Answer>, ModelError>;
}

/// An answer on its way. Dropping it ends it.
#[async_trait]
pub trait Answer: Send {
    /// The next piece to show; none when the answer has ended.
    ///
    /// # Errors
    ///
    /// When it broke off.
    async fn next(&mut self) -> Result<Option<Delta>, ModelError>;

    /// The whole, once it has ended.
    ///
    /// # Errors
    ///
    /// When it has not ended as an answer should.
    fn whole(self: Box<Self>) -> Result<(Said, Finish, Usage), ModelError>;
}

/// Why a model does not answer.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// Nobody set it up well enough to be asked.
    #[error("{0}")]
    Setup(String),
    /// The vendor cannot be reached.
    #[error("the model cannot be reached: {0}")]
    Unreachable(String),
    /// The vendor refused the request.
    #[error("the model's vendor refused the request ({status}): {message}")]
    Refused {
        /// The status of HTTP.
        status: u16,
        /// What the vendor said.
        message: String,
    },
    /// It did not answer in time.
    #[error("the model did not answer within {patience:?}")]
    TooSlow {
        /// How long it had.
        patience: Duration,
    },
    /// The answer is none.
    #[error(transparent)]
    Broken(#[from] Broken),
}

impl ModelError {
    /// The word that a program branches on.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Setup(_) => "MODEL_NOT_SET_UP",
            Self::Unreachable(_) => "MODEL_UNREACHABLE",
            Self::Refused { status: 401 | 403, .. } => "MODEL_KEY_REFUSED",
            Self::Refused { status: 429, .. } => "MODEL_RATE_LIMIT",
            Self::Refused { .. } => "MODEL_REFUSED",
            Self::TooSlow { .. } => "MODEL_TIMEOUT",
            Self::Broken(_) => "MODEL_BROKE_OFF",
        }
    }
}
