use super::{ALL_MAX, Held};
use crate::mcp::whom::Owner;

fn owner(workspace: usize) -> Owner {
    let workspace = format!("w{workspace}").into();
    Owner { workspace, key: None, agent: None, session: None }
}

#[test]
fn all_together_have_only_so_many() {
    let held = Held::default();
    for one in 0..ALL_MAX {
        assert!(held.begin(&one.to_string(), owner(one)).is_empty());
    }
    // The one that was silent longest, and not the first, which was just heard.
    assert!(held.hear("0", &owner(0)));
    assert_eq!(held.begin("more", owner(ALL_MAX)), ["1".into()]);
    assert!(!held.hear("1", &owner(1)));
    assert!(held.hear("0", &owner(0)) && held.hear("more", &owner(ALL_MAX)));
}
