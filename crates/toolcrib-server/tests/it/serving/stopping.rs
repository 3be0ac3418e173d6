//! Commands that somebody stops: no server that they started stays behind.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::bed::Bed;
use super::{DEADLINE, until};

/// Other servers that never say who they are, and do not end when they are asked
/// to. Each writes down which process it is.
fn write_hanging(bed: &Bed) {
    let server = |n: u32| {
        let script = format!("trap '' TERM INT; echo $$ > pid-{n}; sleep 1000; sleep 1000");
        format!("[sources.mcp.hangs_{n}]\ncommand = \"sh\"\nargs = [\"-c\", {}]\n", json!(script))
    };
    let servers: String = (1..=3).map(server).collect();
    std::fs::write(bed.path().join("toolcrib.toml"), servers).unwrap();
}

/// The processes of those servers, once all of them run.
async fn hanging(bed: &Bed) -> Vec<u32> {
    let mut pids = Vec::new();
    for n in 1..=3 {
        let file = bed.path().join(format!("pid-{n}"));
        let look = async || std::fs::read_to_string(&file).ok()?.trim().parse().ok();
        pids.push(until("the other server runs", look).await.0);
        std::fs::remove_file(&file).unwrap();
    }
    pids
}

fn is_alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

fn signal(child: &Child, name: &str) {
    let kill = ["-c", "kill -s \"$0\" \"$1\"", name, &child.id().to_string()];
    assert!(Command::new("sh").args(kill).status().unwrap().success());
}

async fn ended(mut child: Child) -> ExitStatus {
    until("the command ends", async || child.try_wait().unwrap()).await.0
}

async fn none_left(pids: &[u32]) {
    until("no server is left", async || (!pids.iter().any(|pid| is_alive(*pid))).then_some(()))
        .await;
}

/// A client of `toolcrib mcp`, whose input stays open.
struct Client {
    child: Child,
    input: ChildStdin,
    said: mpsc::Receiver<Value>,
}

impl Client {
    fn start(bed: &Bed) -> Self {
        let mut command = bed.command(&["mcp"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let said = lines(child.stdout.take().unwrap());
        Self { child, input, said }
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
        self.input.flush().unwrap();
    }

    /// The next message that is like this.
    fn hear(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let left = DEADLINE.saturating_sub(start.elapsed());
            let message = self.said.recv_timeout(left).expect("it says something");
            if is_so(&message) {
                return message;
            }
        }
    }

    fn initialize(&mut self) {
        self.say(&json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" } } }));
        self.hear(|message| message["id"] == 1);
        self.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    }

    fn tools(&mut self, id: u64) -> Vec<String> {
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/list" }));
        let listed = self.hear(|message| message["id"] == id);
        let tools = listed["result"]["tools"].as_array().unwrap().iter();
        tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    }
}

fn lines(out: ChildStdout) -> mpsc::Receiver<Value> {
    let (sender, said) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines() {
            let Ok(line) = line else { return };
            if sender.send(serde_json::from_str(&line).unwrap()).is_err() {
                return;
            }
        }
    });
    said
}

#[tokio::test]
async fn servers_that_are_just_being_started_end_with_the_command() {
    let bed = Bed::sqlite();
    write_hanging(&bed);
    for typed in [
        &["list"][..],
        &["show", "nothing"],
        &["sources", "list"],
        &["call", "nothing"],
        &["chat", "hello"],
        &["mcp"],
    ] {
        for (name, code) in [("INT", 130), ("TERM", 143)] {
            let mut command = bed.command(typed);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            let _open = child.stdin.take();
            let pids = hanging(&bed).await;
            signal(&child, name);
            assert_eq!(ended(child).await.code(), Some(code), "{typed:?} {name}");
            none_left(&pids).await;
        }
    }
}

#[tokio::test]
async fn a_second_signal_ends_it_at_once_and_leaves_nobody_either() {
    let (bed, other) = (Bed::sqlite(), Bed::sqlite());
    // One that works and does not end when it should: to close it takes seconds.
    let script = format!(
        "trap '' TERM INT; echo $$ > pid; {} mcp --data data; sleep 1000; sleep 1000",
        env!("CARGO_BIN_EXE_toolcrib")
    );
    let config = format!(
        "[sources.mcp.stubborn]\ncommand = \"sh\"\nargs = [\"-c\", {}]\ncwd = {}\n",
        json!(script),
        json!(other.path()),
    );
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
    let server = bed.serve(&[]).await;
    let talk = server.talk();
    until("the other server is ready", async || {
        let sources = talk.get("/api/sources").await.expect(200)["sources"].clone();
        let mut sources = sources.as_array().unwrap().iter();
        sources.any(|it| it["id"] == "stubborn" && it["state"] == "ready").then_some(())
    })
    .await;
    let pid = std::fs::read_to_string(other.path().join("pid")).unwrap();
    server.signal("INT");
    server.signal("TERM");
    let ended = server.ended().await;
    assert_eq!(ended.status.code(), Some(1), "{}", ended.err);
    none_left(&[pid.trim().parse().unwrap()]).await;
}

#[tokio::test]
async fn a_client_that_keeps_its_end_open_holds_nothing_up() {
    let bed = Bed::sqlite();
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        for is_greeted in [false, true] {
            let mut client = Client::start(&bed);
            if is_greeted {
                client.initialize();
            } else {
                let status = format!("/proc/{}/status", client.child.id());
                let heard = async || catches_signals(Path::new(&status)).then_some(());
                until("signals are heard", heard).await;
            }
            let Client { child, input, said } = client;
            signal(&child, name);
            assert_eq!(ended(child).await.code(), Some(code), "{name}, {is_greeted}");
            drop((input, said));
        }
    }
}

/// Whether a process has something of its own to do on SIGINT and SIGTERM.
fn catches_signals(status: &Path) -> bool {
    let status = std::fs::read_to_string(status).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    let caught = u64::from_str_radix(caught.trim(), 16).unwrap();
    let both = (1 << (2 - 1)) | (1 << (15 - 1));
    caught & both == both
}

#[tokio::test]
async fn a_client_is_greeted_before_other_servers_are_there() {
    let (bed, other) = (Bed::sqlite(), Bed::sqlite());
    other.write_tool("add", &json!({}), "return { ok: true, data: {} };");
    let script = format!(
        "while [ ! -e {go} ]; do sleep 0.05; done; exec {program} mcp --tools tools --data data",
        go = bed.path().join("go").display(),
        program = env!("CARGO_BIN_EXE_toolcrib"),
    );
    let config = format!(
        "[sources.mcp.slow]\ncommand = \"sh\"\nargs = [\"-c\", {}]\ncwd = {}\ntools = [\"add\"]\n",
        json!(script),
        json!(other.path()),
    );
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
    let mut client = Client::start(&bed);
    let began = Instant::now();
    client.initialize();
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    let tools = client.tools(2);
    assert!(tools.contains(&"echo".to_owned()) && !tools.contains(&"slow_add".to_owned()));
    // What comes later is told.
    std::fs::write(bed.path().join("go"), "").unwrap();
    client.hear(|message| message["method"] == "notifications/tools/list_changed");
    assert!(client.tools(3).contains(&"slow_add".to_owned()));
    drop(client.input);
    assert_eq!(ended(client.child).await.code(), Some(0));
}

#[tokio::test]
async fn a_client_that_asks_at_once_sees_servers_that_are_nearly_there() {
    let (bed, other) = (Bed::sqlite(), Bed::sqlite());
    other.write_tool("add", &json!({}), "return { ok: true, data: {} };");
    let config = format!(
        "[sources.mcp.near]\ncommand = {}\nargs = [\"mcp\", \"--tools\", \"tools\", \"--data\", \
         \"data\"]\ncwd = {}\ntools = [\"add\"]\n",
        json!(env!("CARGO_BIN_EXE_toolcrib")),
        json!(other.path()),
    );
    std::fs::write(bed.path().join("toolcrib.toml"), config).unwrap();
    let mut client = Client::start(&bed);
    client.initialize();
    // A machine that is busy may take longer than a client is made to wait.
    let tools = until("it is there", async || {
        let tools = client.tools(2);
        tools.contains(&"near_add".to_owned()).then_some(())
    });
    tools.await;
    drop(client.input);
    assert_eq!(ended(client.child).await.code(), Some(0));
}
