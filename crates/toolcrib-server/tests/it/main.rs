//! Every door, from outside.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod books;
mod cases;
mod commands;
mod doors;
mod edges;
mod fakes;
mod folder_tools;
mod folders;
#[path = "../../../toolcrib-core/tests/it/golden.rs"]
mod golden;
mod imports;
mod kb;
mod process;
mod progress;
mod python;
mod reference;
mod rest;
mod robots;
mod serving;
mod shipped_tools;
mod talk;
