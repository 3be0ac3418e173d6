//! The binary `toolcrib`.

use std::io;
use std::process::ExitCode;

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

fn main() -> ExitCode {
    // A worker forks, so it has no threads of a runtime.
    if toolcrib_python::is_worker() {
        return toolcrib_python::work();
    }
    run()
}

#[tokio::main]
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
