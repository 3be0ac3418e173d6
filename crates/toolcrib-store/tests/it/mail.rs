//! Mail that can be searched, on both databases.

use toolcrib_store::{Added, EmailSearch, NewEmail, Store, Terms};

use crate::bed::Bed;

crate::contract!(
    the_best_come_first_and_all_are_counted,
    words_next_to_each_other_are_found_as_such,
    a_message_is_kept_once_and_found_in_each_of_its_mailboxes,
    a_mailbox_belongs_to_its_most_frequent_recipient_unless_somebody_says,
    filters_narrow_what_is_found,
    no_query_is_anything_but_words,
    an_import_that_was_broken_off_is_remembered,
);

fn email(id: &str, subject: &str, body: &str, to: &[&str]) -> NewEmail {
    NewEmail {
        message_id: format!("<{id}>"),
        subject: subject.to_owned(),
        sender: "jane.doe@example.org".to_owned(),
        recipients: to.iter().map(|to| (*to).to_owned()).collect(),
        date: Some(format!("2001-05-{:02}T10:00:00Z", id.len())),
        body: body.to_owned(),
    }
}

async fn fill(store: &Store, mailbox: &str, emails: &[NewEmail]) -> Vec<Added> {
    let mailbox = store.mailbox("one", mailbox, None).await.unwrap();
    let added = store.add_mail(&mailbox, emails, None).await.unwrap();
    store.settle_mailbox(&mailbox).await.unwrap();
    added
}

async fn search(store: &Store, inbox: &str, query: &str) -> (Vec<String>, u64) {
    let inboxes = store.inboxes_named("one", inbox).await.unwrap();
    let search =
        EmailSearch { terms: Terms::read(query), inboxes, limit: 10, ..Default::default() };
    let hits = store.search_mail(&search).await.unwrap();
    (hits.emails.into_iter().map(|hit| hit.message_id).collect(), hits.total)
}

async fn the_best_come_first_and_all_are_counted(bed: &Bed) {
    let store = bed.open().await;
    let filler = "words about something else entirely ".repeat(20);
    let emails = [
        email("a", "Lunch", &format!("{filler} meeting {filler}"), &["bob@example.org"]),
        email("bb", "Meeting", "Meeting, meeting and again a meeting.", &["bob@example.org"]),
        email("ccc", "Other", "Nothing of the kind.", &["bob@example.org"]),
    ];
    assert_eq!(fill(&store, "bob-b", &emails).await, [Added::New; 3]);
    assert_eq!(search(&store, "bob-b", "MEETING").await, (vec!["<bb>".into(), "<a>".into()], 2));
    assert_eq!(search(&store, "bob@example.org", "meeting").await.1, 2);
    assert_eq!(search(&store, "BOB@Example.org", "meeting lunch").await.0, ["<a>"]);
    // Without a word, the newest.
    assert_eq!(search(&store, "bob-b", "***").await.0, ["<ccc>", "<bb>", "<a>"]);
    let inboxes = store.inboxes_named("one", "bob-b").await.unwrap();
    let one =
        EmailSearch { terms: Terms::read("meeting"), inboxes, limit: 1, ..Default::default() };
    let hits = store.search_mail(&one).await.unwrap();
    assert_eq!((hits.emails.len(), hits.total), (1, 2));
    assert_eq!(
        hits.emails[0].snippet,
        "Subject: <mark>Meeting</mark> | Body: <mark>Meeting</mark>, <mark>meeting</mark> and again a <mark>meeting</mark>."
    );
    store.close().await;
}

async fn words_next_to_each_other_are_found_as_such(bed: &Bed) {
    let store = bed.open().await;
    let emails = [
        email("a", "x", "a follow-up on the café in Zürich", &["b@example.org"]),
        email("bb", "x", "we follow them up; C++ and O'Brien, 会議", &["b@example.org"]),
        email("ccc", "follow", "up there", &["b@example.org"]),
    ];
    fill(&store, "b", &emails).await;
    for (query, found) in [
        ("follow-up", &["<a>"][..]),
        ("\"follow up\"", &["<a>"]),
        ("up follow", &["<a>", "<bb>", "<ccc>"]),
        ("cafe zurich", &["<a>"]),
        ("CAFÉ", &["<a>"]),
        ("o'brien", &["<bb>"]),
        ("議", &["<bb>"]),
        ("会議", &["<bb>"]),
        ("議会", &[]),
        ("c++", &["<bb>"]),
    ] {
        let mut ids = search(&store, "b", query).await.0;
        ids.sort();
        assert_eq!(ids, found, "{query}");
    }
    store.close().await;
}

async fn a_message_is_kept_once_and_found_in_each_of_its_mailboxes(bed: &Bed) {
    let store = bed.open().await;
    let emails = [email("a", "Budget", "The budget.", &["bob@example.org"])];
    assert_eq!(fill(&store, "bob-b", &emails).await, [Added::New]);
    assert_eq!(fill(&store, "bob-b", &emails).await, [Added::Known]);
    assert_eq!(fill(&store, "jane-d", &emails).await, [Added::ToMailbox]);
    assert_eq!(fill(&store, "jane-d", &emails).await, [Added::Known]);
    for inbox in ["bob-b", "jane-d"] {
        assert_eq!(search(&store, inbox, "budget").await, (vec!["<a>".to_owned()], 1));
    }
    // Both mailboxes belong to one address, and are searched together.
    assert_eq!(store.inboxes_named("one", "bob@example.org").await.unwrap().len(), 2);
    for query in ["budget", ""] {
        let found = search(&store, "bob@example.org", query).await;
        assert_eq!(found, (vec!["<a>".to_owned()], 1), "{query}");
    }
    assert_eq!(store.email("one", "<a>").await.unwrap().unwrap().inbox, "bob@example.org");
    // Another workspace has none of it.
    assert_eq!(store.email("two", "<a>").await.unwrap(), None);
    assert_eq!(store.inboxes("two").await.unwrap(), []);
    store.close().await;
}

async fn a_mailbox_belongs_to_its_most_frequent_recipient_unless_somebody_says(bed: &Bed) {
    let store = bed.open().await;
    let emails = [
        email("a", "x", "x", &["team@example.org", "bob@example.org"]),
        email("bb", "x", "x", &["Bob@example.org"]),
    ];
    fill(&store, "b", &emails).await;
    let named = |inboxes: Vec<toolcrib_store::InboxRow>| inboxes[0].address.clone();
    assert_eq!(named(store.inboxes("one").await.unwrap()).as_deref(), Some("bob@example.org"));
    let given = store.mailbox("one", "b", Some("given@example.org")).await.unwrap();
    let settled = store.settle_mailbox(&given).await.unwrap();
    assert_eq!(settled.as_deref(), Some("given@example.org"));
    store.close().await;
}

async fn filters_narrow_what_is_found(bed: &Bed) {
    let store = bed.open().await;
    let mut emails = vec![
        email("a", "x", "word", &["b@example.org", "c_d@example.org"]),
        email("bb", "x", "word", &["b@example.org"]),
        email("ccc", "x", "word", &["b@example.org"]),
    ];
    emails[1].sender = "100%_sure@example.org".to_owned();
    emails[2].date = None;
    fill(&store, "b", &emails).await;
    let inboxes = store.inboxes_named("one", "b").await.unwrap();
    let all = EmailSearch { terms: Terms::read("word"), inboxes, limit: 10, ..Default::default() };
    let own = |text: &str| text.to_owned();
    for (search, found) in [
        (EmailSearch { from: vec![own("Jane"), own("doe")], ..all.clone() }, &["<a>", "<ccc>"][..]),
        (EmailSearch { from: vec![own("100%_")], ..all.clone() }, &["<bb>"]),
        (EmailSearch { from: vec![own("%")], ..all.clone() }, &["<bb>"]),
        (EmailSearch { to: vec![own("c_d@")], ..all.clone() }, &["<a>"]),
        (EmailSearch { to: vec![own("cxd@")], ..all.clone() }, &[]),
        (EmailSearch { after: Some(own("2001-05-02T00:00:00Z")), ..all.clone() }, &["<bb>"]),
        (EmailSearch { before: Some(own("2001-05-02T00:00:00Z")), ..all.clone() }, &["<a>"]),
        (
            EmailSearch {
                after: Some(own("2001-05-01T10:00:00Z")),
                before: Some(own("2001-05-02T10:00:00Z")),
                ..all.clone()
            },
            &["<a>"],
        ),
    ] {
        let hits = store.search_mail(&search).await.unwrap();
        let mut ids: Vec<String> = hits.emails.into_iter().map(|hit| hit.message_id).collect();
        ids.sort();
        assert_eq!(ids, found, "{search:?}");
        assert_eq!(hits.total, found.len() as u64);
    }
    store.close().await;
}

async fn no_query_is_anything_but_words(bed: &Bed) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/mail/queries.json");
    let queries: Vec<serde_json::Value> =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(queries.len() > 100);
    let store = bed.open().await;
    let emails = [email("a", "The meeting", "A meeting NEAR the schedule.", &["b@example.org"])];
    fill(&store, "b", &emails).await;
    for query in &queries {
        let query = query["query"].as_str().unwrap();
        let (found, total) = search(&store, "b", query).await;
        assert_eq!(found.len() as u64, total, "{query:?}");
    }
    store.close().await;
}

async fn an_import_that_was_broken_off_is_remembered(bed: &Bed) {
    let store = bed.open().await;
    let mailbox = store.mailbox("one", "b", None).await.unwrap();
    let emails = [email("a", "x", "x", &[])];
    store.add_mail(&mailbox, &emails, Some(("file", "12 bytes", "7"))).await.unwrap();
    let at = async |workspace: &str, state: &str| {
        store.import_position(workspace, "file", state).await.unwrap()
    };
    assert_eq!(at("one", "12 bytes").await.as_deref(), Some("7"));
    assert_eq!(at("one", "13 bytes").await, None);
    assert_eq!(at("two", "12 bytes").await, None);
    store.finish_import("one", "file").await.unwrap();
    assert_eq!(at("one", "12 bytes").await, None);
    // A message to nobody leaves the mailbox without an address.
    assert_eq!(store.settle_mailbox(&mailbox).await.unwrap(), None);
    store.close().await;
}
