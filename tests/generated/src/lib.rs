//! Code that was generated from schemas which are hard to write types for.
//!
//! A handler is written against the types of the book:
//!
//! ```
//! use toolcrib_generated_tests::handlers::merged;
//!
//! let handler = toolcrib::handler::<merged::Tool, _, _, _>(|input, _| async move {
//!     Ok(merged::Output { cursor: Some(input.query), limit: input.limit })
//! });
//! # let _ = handler;
//! ```
//!
//! One that reads what the book does not have does not compile:
//!
//! ```compile_fail,E0609
//! use toolcrib_generated_tests::handlers::merged;
//!
//! let handler = toolcrib::handler::<merged::Tool, _, _, _>(|input, _| async move {
//!     Ok(merged::Output { cursor: Some(input.quary), limit: input.limit })
//! });
//! # let _ = handler;
//! ```
//!
//! Nor does one that answers something else:
//!
//! ```compile_fail,E0308
//! use toolcrib_generated_tests::handlers::merged;
//!
//! let handler = toolcrib::handler::<merged::Tool, _, _, _>(|input, _| async move {
//!     Ok(merged::Output { cursor: input.limit, limit: input.limit })
//! });
//! # let _ = handler;
//! ```

#[allow(clippy::all, reason = "what is generated keeps to no style of ours")]
pub mod handlers {
    include!(concat!(env!("OUT_DIR"), "/handlers.rs"));
}

#[allow(clippy::all, reason = "what is generated keeps to no style of ours")]
pub mod client {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}
