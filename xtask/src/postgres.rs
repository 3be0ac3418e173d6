//! A PostgreSQL server of our own, for as long as it is needed.
//!
//! It lives in a temporary folder, on a port that nobody else has, and ends
//! with whoever started it. Nothing of another server on this machine is touched;
//! one that is missing is installed from Debian's packages.

use std::ffi::OsStr;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::run;

/// Where Debian puts a folder for each version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// Who runs the server where we are root: it refuses to be root itself.
const USER: &str = "postgres";

/// Stops the server in folder `$2`, by the programs in `$1`, when whoever holds
/// the other end of its input is gone: however that came about.
const KEEPER: &str = r#"
cat >/dev/null
if [ -e "$2/data/postmaster.pid" ]; then
    "$1/pg_ctl" stop --wait --mode=immediate --silent --pgdata "$2/data"
fi
rm -rf "$2"
"#;

/// A server that ends when this is dropped, or this process ends.
pub(crate) struct Server {
    keeper: Child,
    port: u16,
}

impl Server {
    /// Starts a server with nothing in it.
    pub(crate) fn start() -> Result<Self> {
        let programs = programs()?;
        let folder = folder()?;
        let port = free_port()?;
        let keeper = as_user("sh", &folder)
            .args(["-c", KEEPER, "keeper"])
            .args([&programs, &folder])
            .stdin(Stdio::piped())
            // Whoever stops us from the keyboard does not mean it.
            .process_group(0)
            .spawn()?;
        let server = Self { keeper, port };
        let data = folder.join("data");
        run(as_user(programs.join("initdb"), &folder).arg("--pgdata").arg(&data).args([
            "--username=toolcrib",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync",
        ]))
        .context("cannot make a PostgreSQL database")?;
        // What it holds is gone with it, so it need not survive a power cut.
        let options = format!(
            "-p {port} -k '{}' -c listen_addresses=127.0.0.1 -c fsync=off",
            folder.display()
        );
        run(as_user(programs.join("pg_ctl"), &folder)
            .args(["start", "--wait", "--silent", "--options", &options, "--log"])
            .arg(folder.join("log"))
            .arg("--pgdata")
            .arg(&data))
        .context("cannot start PostgreSQL")?;
        Ok(server)
    }

    /// Where it is reached.
    pub(crate) fn url(&self) -> String {
        format!("postgres://toolcrib@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        drop(self.keeper.wait());
    }
}

/// A program, as somebody who may run a server.
fn as_user(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", USER, "--"]).arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// The newest PostgreSQL that is installed; without any, one is.
fn programs() -> Result<PathBuf> {
    if let Some(programs) = newest() {
        return Ok(programs);
    }
    if !is_root() {
        bail!("no PostgreSQL server in {VERSIONS}: install Debian's package `postgresql`");
    }
    eprintln!("installing PostgreSQL for the tests, without a cluster of Debian's");
    let settings = Path::new("/etc/postgresql-common/createcluster.conf");
    if !settings.exists() {
        fs::create_dir_all("/etc/postgresql-common")?;
        fs::write(settings, "create_main_cluster = false\n")?;
    }
    run(Command::new("apt-get").args(["update", "-qq"]))?;
    run(Command::new("apt-get").args(["install", "-y", "-qq", "postgresql"]))?;
    newest().with_context(|| format!("PostgreSQL was installed, and is not in {VERSIONS}"))
}

fn newest() -> Option<PathBuf> {
    let versions = fs::read_dir(VERSIONS).ok()?.filter_map(|entry| {
        let path = entry.ok()?.path();
        let number: u32 = path.file_name()?.to_str()?.parse().ok()?;
        let programs = path.join("bin");
        programs.join("initdb").exists().then_some((number, programs))
    });
    versions.max().map(|(_, programs)| programs)
}

/// A folder of its own, which belongs to whoever runs the server.
fn folder() -> Result<PathBuf> {
    let name = format!("toolcrib-postgres-{}-{:08x}", std::process::id(), fastrand::u32(..));
    let folder = std::env::temp_dir().join(name);
    fs::create_dir(&folder)?;
    if is_root() {
        run(Command::new("chown").arg(USER).arg(&folder))?;
    }
    Ok(folder)
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout == b"0\n")
}
