use toolcrib_store::KeyRow;

use super::{Keys, MintedKey, Scope, Scopes};

fn minted(scopes: &[Scope]) -> (String, KeyRow) {
    let minted = MintedKey::new("here", "for tests", &Scopes::new(scopes.to_vec())).unwrap();
    let row = KeyRow {
        id: minted.row.id,
        workspace: minted.row.workspace,
        name: minted.row.name,
        scopes: minted.row.scopes,
        created_at: String::new(),
        revoked_at: None,
        hash: minted.row.hash,
    };
    (minted.secret, row)
}

#[test]
fn a_key_opens_what_it_was_made_for_and_nothing_else_does() {
    let (secret, row) = minted(&[Scope::Call, Scope::Read, Scope::Call]);
    let keys = Keys::default();
    keys.replace(vec![row.clone()]);
    let key = keys.find(&secret).unwrap();
    assert_eq!((&*key.id, &*key.workspace), (row.id.as_str(), "here"));
    assert_eq!(key.scopes.to_string(), "read,call");
    assert!(key.scopes.contain(Scope::Read) && !key.scopes.contain(Scope::Manage));
    for other in ["", "tck_", &secret[1..], &secret.to_uppercase(), &row.hash, &row.id] {
        assert!(keys.find(other).is_none(), "{other}");
    }
}

#[test]
fn what_is_kept_of_a_key_does_not_open_anything() {
    let (secret, row) = minted(&[Scope::Manage]);
    assert_eq!(secret.len(), 4 + 64);
    let kept = format!("{row:?}");
    assert!(!kept.contains(&secret[4..]), "the key itself is kept");
    assert_ne!(minted(&[Scope::Manage]).0, secret, "two keys are the same");
}

#[test]
fn a_key_that_was_revoked_or_spoilt_opens_nothing() {
    let (secret, row) = minted(&[Scope::Read]);
    let keys = Keys::default();
    for spoilt in [
        KeyRow { revoked_at: Some("2026-01-01T00:00:00.000Z".to_owned()), ..row.clone() },
        KeyRow { hash: row.hash[..62].to_owned(), ..row.clone() },
        KeyRow { hash: "é".repeat(32), ..row.clone() },
    ] {
        keys.replace(vec![spoilt]);
        assert!(keys.find(&secret).is_none());
        assert_eq!(keys.count(), 0);
    }
}

#[test]
fn a_word_that_is_no_scope_allows_nothing() {
    let scopes: Scopes = "everything, call ,".parse().unwrap();
    assert_eq!(scopes, Scopes::new([Scope::Call]));
}
