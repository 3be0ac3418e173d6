//! Puts a runtime together.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

use super::gate::{Concurrency, Gates};
use super::{Inner, Retries, Runtime};
use crate::approval::{Approver, Unattended};
use crate::context::State;
use crate::idempotency::{Idempotency, KeysInMemory};
use crate::live::{EnumSource, LiveEnums};
use crate::policy::{OpenPolicy, Policy};
use crate::record::{Event, Receipt, Recorder};
use crate::registry::Registry;
use crate::rules::Rules;
use crate::rules::circuit::Circuits;
use crate::rules::rate::Counters;
use crate::session::{NoSessions, Sessions};

/// Puts a runtime together; whatever is not set has a working default.
pub struct RuntimeBuilder {
    registry: Registry,
    policy: Box<dyn Policy>,
    approver: Box<dyn Approver>,
    recorder: Box<dyn Recorder>,
    sessions: Box<dyn Sessions>,
    concurrency: Concurrency,
    rules: Rules,
    keys: Box<dyn Idempotency>,
    state: HashMap<TypeId, Box<dyn Any + Send + Sync>>,
    enums: HashMap<String, Box<dyn EnumSource>>,
}

impl RuntimeBuilder {
    pub(super) fn new(registry: Registry) -> Self {
        Self {
            registry,
            policy: Box::new(OpenPolicy),
            approver: Box::new(Unattended),
            recorder: Box::new(Forget),
            sessions: Box::new(NoSessions),
            concurrency: Concurrency::default(),
            rules: Rules::default(),
            keys: Box::new(KeysInMemory::default()),
            state: HashMap::new(),
            enums: HashMap::new(),
        }
    }

    /// Who may call what; by default everybody everything.
    #[must_use]
    pub fn policy(mut self, policy: impl Policy) -> Self {
        self.policy = Box::new(policy);
        self
    }

    /// Who approves calls that need it; by default nobody, so they are refused.
    #[must_use]
    pub fn approver(mut self, approver: impl Approver) -> Self {
        self.approver = Box::new(approver);
        self
    }

    /// Who takes down what happens; by default only the traces do.
    #[must_use]
    pub fn recorder(mut self, recorder: impl Recorder) -> Self {
        self.recorder = Box::new(recorder);
        self
    }

    /// The conversations that calls belong to; by default there are none.
    #[must_use]
    pub fn sessions(mut self, sessions: impl Sessions) -> Self {
        self.sessions = Box::new(sessions);
        self
    }

    /// How many calls run and wait at once.
    #[must_use]
    pub fn concurrency(mut self, concurrency: Concurrency) -> Self {
        self.concurrency = concurrency;
        self
    }

    /// How failed attempts are repeated.
    #[must_use]
    pub fn retries(mut self, retries: Retries) -> Self {
        self.rules.retries = retries;
        self
    }

    /// The rules of calls, where the policy says nothing else.
    #[must_use]
    pub fn rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// Who remembers idempotency keys; by default the process does.
    #[must_use]
    pub fn idempotency(mut self, keys: impl Idempotency) -> Self {
        self.keys = Box::new(keys);
        self
    }

    /// Something for the tools, found by its type: `context.state::<Pool>()`.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, thing: T) -> Self {
        self.state.insert(TypeId::of::<T>(), Box::new(thing));
        self
    }

    /// Where the values of an enum come from that a schema names with
    /// `x-enumFrom`.
    ///
    /// ```
    /// # use toolcrib::{Caller, Registry, Runtime};
    /// let runtime = Runtime::builder(Registry::new())
    ///     .enum_source("colors", |_: &Caller| vec!["red".to_owned(), "green".to_owned()])
    ///     .build();
    /// # let _ = runtime;
    /// ```
    #[must_use]
    pub fn enum_source(mut self, name: impl Into<String>, source: impl EnumSource) -> Self {
        self.enums.insert(name.into(), Box::new(source));
        self
    }

    /// The runtime.
    pub fn build(self) -> Runtime {
        Runtime(Arc::new(Inner {
            registry: self.registry,
            policy: self.policy,
            approver: self.approver,
            recorder: self.recorder,
            sessions: self.sessions,
            gates: Gates::new(self.concurrency),
            rules: self.rules,
            keys: self.keys,
            circuits: Circuits::default(),
            counters: Counters::default(),
            state: State::new(self.state),
            enums: LiveEnums::new(self.enums),
        }))
    }
}

/// Keeps nothing.
struct Forget;

impl Recorder for Forget {
    fn record(&self, _: &Event<'_>) -> Receipt {
        Receipt::Done
    }
}
