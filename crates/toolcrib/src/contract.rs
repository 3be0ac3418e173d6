//! Handlers that are written against the types of a schema book.
//!
//! `toolcrib-generate` makes a [`Contract`] of each tool of a book, in a build
//! script. A handler that reads or answers something else does not compile.

use std::future::Future;
use std::marker::PhantomData;

use async_trait::async_trait;
use serde::Serialize;
use serde::de::DeserializeOwned;
use toolcrib_core::{Answer, Problem, Spec, ToolError, ValidCall};

use crate::context::Context;
use crate::reply::Reply;
use crate::tool::Tool;
use crate::typed;

/// What a tool takes, answers and promises, as its book says.
pub trait Contract: Send + Sync + 'static {
    /// What it takes.
    type Input: DeserializeOwned + Send;
    /// What it answers.
    type Output: Serialize;
    /// What it promises, as JSON.
    const MANIFEST: &'static str;
}

/// A tool of a book with a function that runs it.
///
/// The function may answer with the output itself, or with a [`Reply`] around it.
///
/// ```
/// use toolcrib::{Contract, Registry, ToolError, handler};
///
/// struct Shout; // written by a build script, like its types
///
/// impl Contract for Shout {
///     type Input = std::collections::HashMap<String, String>;
///     type Output = String;
///     const MANIFEST: &'static str = r#"{
///         "toolId": "shout", "description": "Says it loudly.", "sideEffects": "none",
///         "parameters": { "type": "object", "properties": { "text": { "type": "string" } } }
///     }"#;
/// }
///
/// let registry = Registry::new();
/// registry.register(handler::<Shout, _, _, _>(|input, _| async move {
///     Ok::<_, ToolError>(input["text"].to_uppercase())
/// }))?;
/// assert_eq!(registry.get("shout").unwrap().spec().description, "Says it loudly.");
/// # Ok::<(), toolcrib::RegisterError>(())
/// ```
pub fn handler<C, F, Running, R>(function: F) -> impl Tool
where
    C: Contract,
    F: Fn(C::Input, Context) -> Running + Send + Sync + 'static,
    Running: Future<Output = Result<R, ToolError>> + Send,
    R: Into<Reply<C::Output>> + Send + 'static,
    C::Output: Send,
{
    let manifest = serde_json::from_str(C::MANIFEST).unwrap_or_default();
    let (spec, problems) = Spec::read_what_can_be(&manifest);
    Handler::<C, F> { spec, problems, function, contract: PhantomData }
}

struct Handler<C, F> {
    spec: Spec,
    problems: Vec<Problem>,
    function: F,
    contract: PhantomData<fn() -> C>,
}

#[async_trait]
impl<C, F, Running, R> Tool for Handler<C, F>
where
    C: Contract,
    F: Fn(C::Input, Context) -> Running + Send + Sync + 'static,
    Running: Future<Output = Result<R, ToolError>> + Send,
    R: Into<Reply<C::Output>> + Send + 'static,
    C::Output: Send,
{
    fn spec(&self) -> Spec {
        self.spec.clone()
    }

    fn problems(&self) -> Vec<Problem> {
        self.problems.clone()
    }

    async fn call(&self, call: &ValidCall, context: &Context) -> Result<Answer, ToolError> {
        let input = typed::read_arguments(call)?;
        let reply: Reply<C::Output> = (self.function)(input, context.clone()).await?.into();
        reply.written()
    }
}
