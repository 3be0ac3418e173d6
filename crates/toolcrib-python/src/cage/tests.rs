//! A process that closes the cage around itself, and what becomes of it.

use std::net::TcpListener;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, ExitStatus};

use super::*;

/// Says what to try inside.
const TRY: &str = "TOOLCRIB_CAGE_TRY";

/// What a process tries from inside a cage. Run by itself it tries nothing.
#[test]
fn inside() {
    let Ok(what) = std::env::var(TRY) else { return };
    let filters = Filters::new().unwrap();
    close(&Limits { wall_ms: 1_000, memory_bytes_max: 1 << 30 }, &filters).unwrap();
    let is_fine = match what.as_str() {
        "compute" => (0..1_000).map(|n| vec![n; 100].len()).sum::<usize>() == 100_000,
        "open" => std::fs::File::open("/etc/passwd")
            .is_err_and(|error| error.kind() == io::ErrorKind::NotFound),
        // What allocators do with a piece of memory that they take.
        "name" => {
            let named = rustix::process::set_virtual_memory_region_name(&[0; 64], None);
            named == Err(rustix::io::Errno::NOENT)
        }
        "control" => rustix::process::dumpable_behavior().is_err(),
        "listen" => TcpListener::bind("127.0.0.1:0").is_err(),
        "start" => Command::new("true").status().is_err(),
        "thread" => std::thread::Builder::new().spawn(|| {}).is_err(),
        "remove" => std::fs::remove_file("/nowhere").is_err(),
        other => panic!("{other}"),
    };
    process::exit(if is_fine { 0 } else { 1 });
}

fn tried(what: &str) -> ExitStatus {
    let mut own = Command::new(std::env::current_exe().unwrap());
    own.args(["--exact", "cage::tests::inside", "--nocapture"]).env(TRY, what);
    own.output().unwrap().status
}

#[test]
fn what_needs_nothing_goes_on() {
    assert_eq!(tried("compute").code(), Some(0));
}

#[test]
fn no_file_is_there() {
    assert_eq!(tried("open").code(), Some(0));
}

#[test]
fn memory_gets_no_name_and_is_there_all_the_same() {
    assert_eq!(tried("name").code(), Some(0));
}

#[test]
fn whoever_asks_for_the_world_is_ended() {
    for what in ["listen", "start", "thread", "remove", "control"] {
        assert_eq!(tried(what).signal(), Some(libc::SIGSYS), "{what}");
    }
}
