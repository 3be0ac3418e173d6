//! The binary `toolcrib`.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use tokio::runtime::Runtime;
use toolcrib_server::cli;
use toolcrib_server::stock::Stock;

/// A call makes a few dozen small allocations; this makes them a fifth cheaper.
/// It can also hold a process to a limit, which the Python worker's are.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: toolcrib_python::Counting<mimalloc::MiMalloc> =
    toolcrib_python::Counting(mimalloc::MiMalloc);
#[cfg(not(target_os = "linux"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long what goes on in the background has to end.
const LEAVE: Duration = Duration::from_millis(500);

fn main() -> ExitCode {
    // A worker forks, so it has no threads of a runtime.
    if toolcrib_python::is_worker() {
        return toolcrib_python::work();
    }
    let runtime = match Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("error: {error}\n"));
            return cli::Exit::Failed.into();
        }
    };
    let exit = runtime.block_on(run());
    // A thread that waits for standard input may wait for ever.
    runtime.shutdown_timeout(LEAVE);
    toolcrib_upstream::end_all();
    exit
}

async fn run() -> ExitCode {
    let mut streams = cli::Streams::of_process();
    match cli::run(std::env::args_os(), Stock::shipped(), &mut streams).await {
        Ok(exit) => exit.into(),
        // Whoever read our output has left, as `head` does: nobody is wronged.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // The error stream may be the very thing that broke.
            let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("error: {error:#}\n"));
            cli::Exit::Failed.into()
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
