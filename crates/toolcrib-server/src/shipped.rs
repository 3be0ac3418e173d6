//! The tools that come with the binary.
//!
//! Small, useful at once, and harmless: none of them writes.

mod calculator;
mod contacts;
mod datetime;
mod echo;
mod email;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use toolcrib::{Registry, Tool};

/// A registry of the shipped tools.
pub fn registry() -> Registry {
    let registry = Registry::new();
    let tools: Vec<Arc<dyn Tool>> = vec![
        Arc::new(calculator::calculator),
        Arc::new(contacts::extract_contacts),
        Arc::new(datetime::format_datetime),
        Arc::new(echo::Echo),
        Arc::new(email::validate_email),
    ];
    registry.register_all(tools).expect("the shipped tools are valid, as a test shows");
    registry
}
