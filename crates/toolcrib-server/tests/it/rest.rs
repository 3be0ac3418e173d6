//! REST from outside: the files under `tests/rest`, and what every route holds to.
//!
//! A file is `{ "why", "steps": [{ "request", "body", "status", "answer" }] }`,
//! played in order against a server with a fresh database, on SQLite and, where
//! there is one, on PostgreSQL. Answers are compared whole, apart from times,
//! fingerprints and minted ids. `keep` takes a value out of an answer for later
//! steps, which name it `{so}`. `UPDATE=1` writes what the server says.

mod defaults;
mod documents;
mod inserted;
mod isolation;
mod scripted;
pub(crate) mod stores;

use toolcrib::Registry;
use toolcrib_server::config::Config;
use toolcrib_server::crib::Crib;
use toolcrib_server::rest::Rest;
use toolcrib_server::rest::{RestSettings, router};
use toolcrib_server::stock::Stock;

/// A server over these tools.
pub(crate) async fn server(registry: Registry, fresh: &stores::Fresh) -> Rest {
    let (config, store) = (Config::default(), fresh.open().await);
    let crib = Crib::open(Stock::only(registry), &[], &config, store).await.unwrap();
    router(crib, RestSettings::default())
}
