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

/// How long harmless code has.
const WALL_MS: u64 = 30_000;

#[tokio::test(flavor = "multi_thread")]
async fn hostile_code_ends_within_its_limits() {
    let _turn = TURN.lock().await;
    let attacks: Vec<Attack> = table("hostile.json");
    assert!(attacks.len() > 300);
    let engine = engine(&IMPORTS);
    let alive = run(&engine, "print(1)", WALL_MS).await;
    assert_eq!(alive.output, "1\n");
    let (before, workers) = (resident_mib(), children());
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
    let now = children();
    assert!(workers.iter().all(|worker| now.contains(worker)), "{workers:?} {now:?}");
    assert_eq!(run(&engine, "print(1)", WALL_MS).await.output, "1\n");
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

/// The workers of this process and the processes of their calls.
fn children() -> Vec<(u32, usize)> {
    let children_of = |pid: u32| -> Vec<u32> {
        let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        let texts =
            tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
        texts
            .flat_map(|text| {
                text.split_whitespace().map(|pid| pid.parse().unwrap()).collect::<Vec<u32>>()
            })
            .collect()
    };
    let is_worker = |pid: &u32| {
        let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.contains(toolcrib_handlers::python::wire::WORKER)
    };
    let workers = children_of(std::process::id()).into_iter().filter(is_worker);
    workers.map(|pid| (pid, children_of(pid).len())).collect()
}
