//! Code that means harm: it ends within its limits and takes nothing with it.

use super::*;

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attack {
    name: String,
    code: Code,
    ends: Ends,
    /// What the message must say.
    says: Option<String>,
}

/// A text, or pieces of one, each so many times.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Code {
    Whole(String),
    Pieces(Vec<(String, usize)>),
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Ends {
    Answer,
    Refused,
    Exception,
    Timeout,
    Memory,
    Any,
}

impl Code {
    fn text(&self) -> String {
        match self {
            Self::Whole(text) => text.clone(),
            Self::Pieces(pieces) => {
                pieces.iter().map(|(piece, times)| piece.repeat(*times)).collect()
            }
        }
    }
}

impl Ends {
    /// How long an attack has here: what ends by itself, as long as it takes.
    fn wall_ms(self) -> u64 {
        match self {
            Self::Answer | Self::Refused | Self::Exception => 30_000,
            Self::Timeout => 2_000,
            Self::Memory | Self::Any => 3_000,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_code_ends_within_its_limits() {
    let _turn = TURN.lock().await;
    let attacks: Vec<Attack> = table("hostile.json");
    assert!(attacks.len() > 300);
    // The usual imports in an order of their own, by which the worker is known.
    let engine = engine(&["typing", "re", "json"]);
    let worker = worker_of(&engine).await;
    let before = resident_mib();
    let mut running = JoinSet::new();
    for attack in attacks {
        let engine = engine.clone();
        running.spawn(async move {
            let ran = run(&engine, &attack.code.text(), attack.ends.wall_ms()).await;
            judge(&attack, &ran).map(|why| format!("{}: {why}", attack.name))
        });
    }
    let wrong: Vec<String> = running.join_all().await.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(resident_mib() < before + 50, "from {before} to {} MiB", resident_mib());
    // The worker that was there is there, and none of its children is left.
    assert_eq!(worker_of(&engine).await, worker);
    assert_eq!(children_of(worker), [0; 0]);
}

/// What a call could do if it found a way around the interpreter: nothing.
#[tokio::test(flavor = "multi_thread")]
async fn the_cage_of_a_call_is_closed() {
    let engine = engine(&["json", "colorsys", "keyword"]);
    let worker = worker_of(&engine).await;
    let own = engine.clone();
    let endless =
        tokio::spawn(async move { run(&own, "print(1)\nwhile True: pass", 60_000).await });
    let child = loop {
        if let [child] = children_of(worker)[..]
            && read(child, "status").contains("Seccomp_filters:\t2\n")
        {
            break child;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(read(child, "status").contains("NoNewPrivs:\t1\nSeccomp:\t2\n"));
    let limits = read(child, "limits");
    for (limit, most) in [
        ("Max core file size", "0"),
        ("Max file size", "0"),
        ("Max processes", "0"),
        ("Max open files", "3"),
        ("Max cpu time", "61"),
    ] {
        let line = limits.lines().find(|line| line.starts_with(limit)).unwrap();
        let hard = line[limit.len()..].split_whitespace().nth(1);
        assert_eq!(hard, Some(most), "{line}");
    }
    assert!(
        !limits
            .lines()
            .any(|line| line.starts_with("Max address space") && line.contains("unlimited"))
    );
    let mut open: Vec<String> = std::fs::read_dir(format!("/proc/{child}/fd"))
        .unwrap()
        .map(|fd| fd.unwrap().file_name().into_string().unwrap())
        .collect();
    open.sort();
    assert_eq!(open, ["0", "1", "2"]);
    endless.abort();
}

fn read(pid: u32, file: &str) -> String {
    std::fs::read_to_string(format!("/proc/{pid}/{file}")).unwrap_or_default()
}

fn judge(attack: &Attack, ran: &Ran) -> Option<String> {
    let Ran { ended, output, .. } = ran;
    let raised = match ended {
        Ended::Raised(raised) => Some(raised),
        _ => None,
    };
    let is_refusal = |text: &str| text.contains("is not allowed in this sandbox");
    let fits = match attack.ends {
        Ends::Answer => *ended == Ended::Done,
        Ends::Refused => raised.is_some_and(|raised| is_refusal(&raised.traceback)),
        Ends::Exception => raised.is_some(),
        Ends::Timeout => *ended == Ended::Time,
        // Unoptimised, some have not taken enough when their time is up.
        Ends::Memory => {
            *ended == Ended::Memory || (cfg!(debug_assertions) && *ended == Ended::Time)
        }
        Ends::Any => true,
    };
    let told = raised.map_or_else(String::new, |raised| raised.traceback.clone());
    let says = attack.says.as_ref().is_none_or(|says| told.contains(says) || output.contains(says));
    let escaped = output.contains("ESCAPED") || told.contains("ESCAPED");
    (!fits || !says || escaped).then(|| {
        let output: String = output.chars().take(300).collect();
        let told: String =
            told.chars().rev().take(300).collect::<Vec<_>>().into_iter().rev().collect();
        let how = match ended {
            Ended::Raised(_) => "raised".to_owned(),
            other => format!("{other:?}"),
        };
        format!("wanted {:?} {:?}, was {how}: {output} {told}", attack.ends, attack.says)
    })
}

fn resident_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}
