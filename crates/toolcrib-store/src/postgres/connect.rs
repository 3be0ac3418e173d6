//! Connections to a server, and its tables.
//!
//! `sslmode=require` means TLS with a certificate that this machine trusts;
//! `prefer`, which is what no word means, takes what it gets; `disable` is plain.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::tokio_postgres::config::SslMode;
use deadpool_postgres::tokio_postgres::{Config, NoTls};
use deadpool_postgres::{
    Client, Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime,
};
use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio_postgres_rustls::MakeRustlsConnect;
use toolcrib::error::BoxError;

use super::run::failure;
use crate::error::{Broken, StoreError};
use crate::location::Location;
use crate::schema::{self, Dialect};

/// Connections at the same time.
const CONNECTIONS_MAX: usize = 16;

/// How long to wait for a connection.
const CONNECT_MAX: Duration = Duration::from_secs(10);

/// How long a server may be silent before somebody asks whether it is there.
const SILENCE_MAX: Duration = Duration::from_secs(30);

const DIALECT: Dialect = Dialect {
    text: "TEXT COLLATE \"C\"",
    boolean: "BOOLEAN",
    now: "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')",
    by_key: "",
};

/// How a URL asks for TLS; the server's certificate is checked then.
const REQUIRED: &str = "sslmode=require";

/// A server that answers, with our tables.
pub(super) struct Server {
    pub(super) pool: Pool,
    pub(super) config: Config,
    pub(super) tls: Option<MakeRustlsConnect>,
}

/// The text is no URL of a server.
#[derive(Debug, thiserror::Error)]
#[error("the URL cannot be read; it looks like postgres://user:password@host:5432/database")]
struct Unreadable;

pub(super) async fn open(location: &Location, url: &str) -> Result<Server, StoreError> {
    let cannot_open = |source: BoxError| -> StoreError {
        Broken::CannotOpen { place: location.to_string(), source }.into()
    };
    // What others call verifying is what is always done here.
    let url = url.replace("sslmode=verify-full", REQUIRED).replace("sslmode=verify-ca", REQUIRED);
    // What the parser says might quote a password.
    let mut config = Config::from_str(&url).map_err(|_| cannot_open(Unreadable.into()))?;
    config.keepalives_idle(SILENCE_MAX);
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_MAX);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(SILENCE_MAX);
    }
    let prefers = config.get_ssl_mode() == SslMode::Prefer;
    let secure = match config.get_ssl_mode() {
        SslMode::Disable => Err("TLS is switched off".into()),
        _ => attempt(&config, tls().map(Some)).await,
    };
    let (server, mut client) = match secure {
        Err(_) if prefers || config.get_ssl_mode() == SslMode::Disable => {
            config.ssl_mode(SslMode::Disable);
            attempt(&config, Ok(None)).await.map_err(cannot_open)?
        }
        other => other.map_err(cannot_open)?,
    };
    match migrate(&mut client).await {
        Ok(found) if found > schema::KNOWN => {
            let place = location.to_string();
            Err(Broken::Newer { place, found, known: schema::KNOWN }.into())
        }
        Ok(_) => Ok(server),
        Err(error) => Err(cannot_open(error.into())),
    }
}

async fn attempt(
    config: &Config,
    tls: Result<Option<MakeRustlsConnect>, BoxError>,
) -> Result<(Server, Client), BoxError> {
    let tls = tls?;
    let quick = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = match tls.clone() {
        Some(tls) => Manager::from_config(config.clone(), tls, quick),
        None => Manager::from_config(config.clone(), NoTls, quick),
    };
    let pool = Pool::builder(manager)
        .max_size(CONNECTIONS_MAX)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(CONNECT_MAX))
        .create_timeout(Some(CONNECT_MAX))
        .build()?;
    let client = pool.get().await.map_err(|error| match error {
        PoolError::Backend(error) => error.into(),
        other => BoxError::from(other),
    })?;
    Ok((Server { pool, config: config.clone(), tls }, client))
}

fn tls() -> Result<MakeRustlsConnect, BoxError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// Brings the tables up to date, unless they are newer, and says how they were
/// found; of two programs that do it at once, one waits.
async fn migrate(client: &mut Client) -> Result<i64, StoreError> {
    let transaction = client.transaction().await.map_err(failure)?;
    // A number that nobody else uses: "toolcrib" as ASCII.
    let alone = "SELECT pg_advisory_xact_lock(8389754680441399650)";
    transaction.batch_execute(alone).await.map_err(failure)?;
    transaction.batch_execute(schema::BEGINNING).await.map_err(failure)?;
    let row = transaction.query_one(schema::VERSION, &[]).await.map_err(failure)?;
    let found: i64 = row.try_get(0).map_err(failure)?;
    if found < schema::KNOWN
        && let Some(missing) = schema::missing(found, DIALECT)
    {
        transaction.batch_execute(&missing).await.map_err(failure)?;
    }
    transaction.commit().await.map_err(failure)?;
    Ok(found)
}
