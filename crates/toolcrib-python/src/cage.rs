//! The wall around a call's process.
//!
//! Everything here happens in the child, before a line of somebody's code is
//! read. What is left: computing, its memory, and the two pipes to the worker.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;

use rustix::process::{Resource, Rlimit, Signal, setrlimit};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

use crate::{allocator, process};

/// Address space beyond the counted memory: stacks, and what an allocator keeps.
const SPARE_BYTES: u64 = 512 * 1024 * 1024;

/// What a call may take.
pub(crate) struct Limits {
    pub(crate) wall_ms: u64,
    pub(crate) memory_bytes_max: u64,
}

/// The system calls that are left, as the kernel reads them. Made once, in the
/// worker.
pub(crate) struct Filters([BpfProgram; 2]);

impl Filters {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self([unanswered()?, left()?]))
    }
}

const UNANSWERED: &[i64] = &[
    libc::SYS_openat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_readlinkat,
    libc::SYS_faccessat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    libc::SYS_getcwd,
    libc::SYS_getcpu,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_sched_getaffinity,
];

/// What library code tries without harm, and can do without: nothing is there.
/// Whatever else is not left ends the process.
fn unanswered() -> io::Result<BpfProgram> {
    let nothing = SeccompAction::Errno(libc::ENOENT.cast_unsigned());
    program(harmless()?, SeccompAction::Allow, nothing)
}

fn harmless() -> io::Result<Rules> {
    let mut rules: Rules = UNANSWERED.iter().map(|call| (*call, Vec::new())).collect();
    // The allocator gives each piece of memory a name. Nothing else is asked of this call.
    let name = u64::from(libc::PR_SET_VMA.cast_unsigned());
    rules.insert(libc::SYS_prctl, vec![only_where(0, SeccompCmpOp::Eq, name)?]);
    Ok(rules)
}

/// Only where an argument is like this.
fn only_where(argument: u8, is: SeccompCmpOp, value: u64) -> io::Result<SeccompRule> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, is, value)
        .and_then(|condition| SeccompRule::new(vec![condition]))
        .map_err(io::Error::other)
}

fn left() -> io::Result<BpfProgram> {
    let free = [
        libc::SYS_read,
        libc::SYS_write,
        libc::SYS_close,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_futex,
        libc::SYS_exit,
        libc::SYS_exit_group,
        libc::SYS_rt_sigreturn,
        libc::SYS_rt_sigprocmask,
        libc::SYS_sigaltstack,
        libc::SYS_clock_gettime,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_gettimeofday,
        libc::SYS_getrandom,
        libc::SYS_sched_yield,
        libc::SYS_restart_syscall,
    ];
    let mut rules: Rules = free.into_iter().map(|call| (call, Vec::new())).collect();
    // Memory, but none that can be run.
    for call in [libc::SYS_mmap, libc::SYS_mprotect] {
        let exec = libc::PROT_EXEC as u64;
        rules.insert(call, vec![only_where(2, SeccompCmpOp::MaskedEq(exec), 0)?]);
    }
    rules.extend(harmless()?);
    program(rules, SeccompAction::KillProcess, SeccompAction::Allow)
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn program(rules: Rules, others: SeccompAction, these: SeccompAction) -> io::Result<BpfProgram> {
    let arch = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
    SeccompFilter::new(rules, others, these, arch)
        .and_then(TryInto::try_into)
        .map_err(io::Error::other)
}

/// Closes the cage around this process, which cannot be undone.
pub(crate) fn close(limits: &Limits, filters: &Filters) -> io::Result<()> {
    // It ends with its worker.
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    process::close_others();
    let seconds = limits.wall_ms.div_ceil(1_000) + 1;
    let address_space = address_space()? + limits.memory_bytes_max + SPARE_BYTES;
    for (resource, most) in [
        (Resource::Core, 0),
        (Resource::Fsize, 0),
        (Resource::Nproc, 0),
        (Resource::Nofile, 3),
        (Resource::Cpu, seconds),
        (Resource::As, address_space),
    ] {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    // Also sees to it that no program could be started with more rights.
    for filter in &filters.0 {
        seccompiler::apply_filter(filter).map_err(io::Error::other)?;
    }
    allocator::limit(limits.memory_bytes_max);
    Ok(())
}

/// What the process has now.
fn address_space() -> io::Result<u64> {
    let text = std::fs::read_to_string("/proc/self/statm")?;
    let pages = text.split(' ').next().and_then(|pages| pages.parse::<u64>().ok());
    let pages = pages.ok_or_else(|| io::Error::other("/proc/self/statm says nothing"))?;
    Ok(pages * rustix::param::page_size() as u64)
}
