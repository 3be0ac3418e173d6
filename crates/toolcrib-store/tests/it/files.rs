//! Files of conversations, on both databases.

use toolcrib_store::{NotWritten, Quota, Space, StoreError};

use crate::bed::Bed;

crate::contract!(
    a_file_is_written_whole_and_keeps_its_birth,
    spaces_are_apart,
    only_what_is_under_a_directory_is_listed,
    what_has_no_place_is_refused_and_says_why,
    writers_at_once_lose_nothing_and_stay_within_the_quota,
);

const QUOTA: Quota = Quota { bytes_max: 100, files_max: 4 };

fn space(session: Option<&str>) -> Space {
    Space { workspace: "one".to_owned(), session: session.map(str::to_owned) }
}

async fn a_file_is_written_whole_and_keeps_its_birth(bed: &Bed) {
    let store = bed.open().await;
    let own = space(Some("s1"));
    assert_eq!(store.file(&own, "/a").await.unwrap(), None);
    assert!(store.write_file(&own, "/a", "one", QUOTA).await.unwrap());
    let born = store.files(&own, "/").await.unwrap()[0].created_at.clone();
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    assert!(!store.write_file(&own, "/a", "two, longer", QUOTA).await.unwrap());
    assert_eq!(store.file(&own, "/a").await.unwrap().as_deref(), Some("two, longer"));
    let files = store.files(&own, "/").await.unwrap();
    assert_eq!((files.len(), files[0].bytes), (1, 11));
    assert_eq!(files[0].created_at, born);
    assert!(files[0].updated_at > born);
    store.close().await;
}

async fn spaces_are_apart(bed: &Bed) {
    let store = bed.open().await;
    let other = Space { workspace: "two".to_owned(), session: Some("s1".to_owned()) };
    let all = [space(Some("s1")), space(Some("s2")), space(None), other];
    for (number, own) in all.iter().enumerate() {
        store.write_file(own, "/a", &number.to_string(), QUOTA).await.unwrap();
    }
    for (number, own) in all.iter().enumerate() {
        assert_eq!(store.file(own, "/a").await.unwrap(), Some(number.to_string()));
        assert_eq!(store.files(own, "/").await.unwrap().len(), 1);
    }
    store.close().await;
}

async fn only_what_is_under_a_directory_is_listed(bed: &Bed) {
    let store = bed.open().await;
    let own = space(None);
    for path in ["/data/b", "/data/in/a", "/data.txt", "/dat"] {
        store.write_file(&own, path, "x", QUOTA).await.unwrap();
    }
    let paths = |files: Vec<toolcrib_store::FileRow>| -> Vec<String> {
        files.into_iter().map(|file| file.path).collect()
    };
    assert_eq!(paths(store.files(&own, "/data/").await.unwrap()), ["/data/b", "/data/in/a"]);
    assert_eq!(paths(store.files(&own, "/").await.unwrap()).len(), 4);
    store.close().await;
}

async fn what_has_no_place_is_refused_and_says_why(bed: &Bed) {
    let store = bed.open().await;
    let own = space(None);
    store.write_file(&own, "/d/f", &"x".repeat(60), QUOTA).await.unwrap();
    let inside = store.write_file(&own, "/d/f/g", "x", QUOTA).await.unwrap_err();
    assert!(matches!(&inside, NotWritten::InsideFile(path) if path == "/d/f"), "{inside:?}");
    let directory = store.write_file(&own, "/d", "x", QUOTA).await.unwrap_err();
    assert!(matches!(&directory, NotWritten::IsDirectory(path) if path == "/d"));
    let full = store.write_file(&own, "/e", &"x".repeat(41), QUOTA).await.unwrap_err();
    assert!(matches!(full, NotWritten::Full { would: 101, max: 100 }), "{full:?}");
    // What a file had makes room for what it gets.
    store.write_file(&own, "/d/f", &"y".repeat(100), QUOTA).await.unwrap();
    store.write_file(&own, "/d/f", "", QUOTA).await.unwrap();
    for path in ["/1", "/2", "/3"] {
        store.write_file(&own, path, "", QUOTA).await.unwrap();
    }
    let many = store.write_file(&own, "/4", "", QUOTA).await.unwrap_err();
    assert!(matches!(many, NotWritten::TooMany(4)), "{many:?}");
    store.write_file(&own, "/3", "more", QUOTA).await.unwrap();
    let nul = store.write_file(&own, "/3", "a\0b", QUOTA).await.unwrap_err();
    assert!(matches!(nul, NotWritten::Store(StoreError::Invalid(_))));
    store.close().await;
}

async fn writers_at_once_lose_nothing_and_stay_within_the_quota(bed: &Bed) {
    let (one, two) = (bed.open().await, bed.open().await);
    let quota = Quota { bytes_max: 100, files_max: 1_000 };
    let mut writing = tokio::task::JoinSet::new();
    for number in 0..40 {
        let store = if number % 2 == 0 { one.clone() } else { two.clone() };
        writing.spawn(async move {
            let path = format!("/{number}");
            (number, store.write_file(&space(None), &path, "12345", quota).await)
        });
    }
    let mut written = 0;
    for (number, done) in writing.join_all().await {
        let content = one.file(&space(None), &format!("/{number}")).await.unwrap();
        match done {
            Ok(_) => {
                written += 1;
                assert_eq!(content.as_deref(), Some("12345"));
            }
            Err(NotWritten::Full { .. } | NotWritten::Store(StoreError::Moved)) => {
                assert_eq!(content, None);
            }
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!(written, 20, "twenty files of five bytes fit into a hundred");
    one.close().await;
    two.close().await;
}
