//! The pages of the guide, so that their examples are run as tests.

#[doc = include_str!("../../../docs/guide/rust-tools.md")]
mod rust_tools {}

#[doc = include_str!("../../../docs/guide/calling.md")]
mod calling {}

#[doc = include_str!("../../../docs/guide/models.md")]
mod models {}
