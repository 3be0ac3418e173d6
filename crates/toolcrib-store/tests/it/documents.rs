//! A knowledge base that can be searched, on both databases.

use std::sync::Arc;

use toolcrib_store::{DocumentSearch, Embed, NewDocument, Store, StoreError};

use crate::bed::Bed;

crate::contract!(
    documents_are_kept_replaced_and_deleted,
    the_best_fit_comes_first,
    filters_narrow_what_is_found,
    what_another_writes_is_found_at_once,
    meanings_are_found_where_something_knows_them,
    categories_are_those_that_documents_have,
);

fn document(id: &str, title: &str, body: &str) -> NewDocument {
    NewDocument {
        id: id.to_owned(),
        kind: "post".to_owned(),
        title: title.to_owned(),
        body: body.to_owned(),
        ..NewDocument::default()
    }
}

async fn put(store: &Store, documents: Vec<NewDocument>) {
    store.put_documents("one", documents).await.unwrap();
}

async fn found(store: &Store, search: DocumentSearch) -> (Vec<String>, usize) {
    let hits = store.search_documents("one", &search).await.unwrap();
    (hits.hits.into_iter().map(|hit| hit.row.document.id).collect(), hits.total)
}

fn query(words: &str) -> DocumentSearch {
    DocumentSearch { query: words.to_owned(), limit: 10, ..DocumentSearch::default() }
}

async fn documents_are_kept_replaced_and_deleted(bed: &Bed) {
    let store = bed.open().await;
    let mut first = document("a", "Title", "Body");
    first.author = Some("Ada".to_owned());
    first.tags = vec!["x \"y\"".to_owned()];
    put(&store, vec![first.clone()]).await;
    let kept = store.document("one", "a").await.unwrap().unwrap();
    assert_eq!(kept.document, first);
    put(&store, vec![document("a", "Other", "Words"), document("b", "B", "more")]).await;
    let replaced = store.document("one", "a").await.unwrap().unwrap();
    assert_eq!(
        (replaced.document.title.as_str(), &replaced.created_at),
        ("Other", &kept.created_at)
    );
    let listed = store.documents("one", None, "", 10).await.unwrap();
    assert_eq!(listed.iter().map(|row| row.document.id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(store.documents("one", Some("event"), "", 10).await.unwrap(), []);
    assert_eq!(store.documents("one", None, "a", 10).await.unwrap().len(), 1);
    assert_eq!(found(&store, query("words")).await, (vec!["a".to_owned()], 1));
    store.delete_document("one", "a").await.unwrap();
    assert!(matches!(store.delete_document("one", "a").await, Err(StoreError::Missing)));
    assert_eq!(store.document("one", "a").await.unwrap(), None);
    assert_eq!(found(&store, query("words")).await, (vec![], 0));
    // One that comes back is new.
    put(&store, vec![document("a", "Back", "words")]).await;
    assert_eq!(found(&store, query("words")).await.1, 1);
    // Another workspace has none of it.
    assert_eq!(store.document("two", "a").await.unwrap(), None);
    assert_eq!(store.search_documents("two", &query("words")).await.unwrap().total, 0);
    store.close().await;
}

async fn the_best_fit_comes_first(bed: &Bed) {
    let store = bed.open().await;
    let filler = "something else entirely about other things ".repeat(30);
    put(
        &store,
        vec![
            document("long", "Notes", &format!("{filler} chisels {filler}")),
            document("short", "Notes", "Keep your chisels sharp."),
            document("title", "Sharpening chisels", "A stone and some water."),
            document("other", "Bread", "Flour, water and salt."),
        ],
    )
    .await;
    // Endings do not matter, nor does the case; a title counts for more.
    let (ids, total) = found(&store, query("CHISEL")).await;
    assert_eq!((ids, total), (vec!["title".into(), "short".into(), "long".into()], 3));
    let (ids, _) = found(&store, query("how do I sharpen a chisel?")).await;
    assert_eq!(ids[0], "title");
    // A rare word counts for more than a frequent one.
    assert_eq!(found(&store, query("water flour")).await.0[0], "other");
    let hits = store.search_documents("one", &query("sharp")).await.unwrap();
    assert_eq!(hits.hits[0].snippet, "Keep your chisels sharp.");
    assert!(hits.hits[0].score > 0.0);
    // Nothing that is typed in is anything but words.
    for odd in ["", "\"", "a AND (b OR", "NEAR(x)", "' OR 1=1 --", "*", "\0", "🙂"] {
        found(&store, query(odd)).await;
    }
    let one = DocumentSearch { limit: 1, ..query("chisels") };
    assert_eq!(found(&store, one).await, (vec!["title".to_owned()], 3));
    store.close().await;
}

async fn filters_narrow_what_is_found(bed: &Bed) {
    let store = bed.open().await;
    let of = |id: &str, kind: &str, author: &str, category: &str, tag: &str| NewDocument {
        kind: kind.to_owned(),
        author: Some(author.to_owned()),
        categories: vec![category.to_owned()],
        tags: vec![tag.to_owned()],
        ..document(id, "Glaze", "glaze and kiln")
    };
    put(
        &store,
        vec![
            of("a", "post", "Mara", "Ceramics", "kiln"),
            of("b", "event", "mara", "Ceramics", "class"),
            of("c", "post", "jonas", "Bike Repair", "kiln"),
        ],
    )
    .await;
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let by = |search: DocumentSearch| async { found(&store, search).await.0 };
    assert_eq!(
        by(DocumentSearch { authors: names(&["MARA"]), ..query("glaze") }).await,
        ["a", "b"]
    );
    assert_eq!(by(DocumentSearch { kinds: names(&["event"]), ..query("glaze") }).await, ["b"]);
    let category = DocumentSearch { categories: names(&["bike repair"]), ..query("glaze") };
    assert_eq!(by(category).await, ["c"]);
    let both =
        DocumentSearch { tags: names(&["Kiln"]), authors: names(&["mara"]), ..query("glaze") };
    assert_eq!(by(both).await, ["a"]);
    let search = DocumentSearch {
        kinds: names(&["thread", "blog", "Post"]),
        authors: names(&[" Jonas ", "nobody"]),
        categories: names(&["bread", "ceramics"]),
        ..query("glaze")
    };
    // A search that does not forgive finds nothing of an author who is not there.
    assert_eq!(store.search_documents("one", &search).await.unwrap().total, 0);
    let search = DocumentSearch { forgives: true, ..search };
    let forgiven = store.search_documents("one", &search).await.unwrap();
    let unknown = &forgiven.unknown;
    assert_eq!((&unknown.kinds, &unknown.authors), (&names(&["blog"]), &names(&["nobody"])));
    assert_eq!((&unknown.categories, forgiven.documents), (&names(&["bread"]), 3));
    let known = DocumentSearch {
        kinds: names(&["thread", "Post"]),
        authors: names(&["Jonas"]),
        categories: names(&["ceramics"]),
        ..query("glaze")
    };
    assert_eq!(forgiven.hits, store.search_documents("one", &known).await.unwrap().hits);
    store.delete_document("one", "c").await.unwrap();
    let search = DocumentSearch { authors: names(&["jonas"]), forgives: true, ..query("glaze") };
    assert_eq!(store.search_documents("one", &search).await.unwrap().unknown.authors, ["jonas"]);
    store.close().await;
}

async fn what_another_writes_is_found_at_once(bed: &Bed) {
    let (one, two) = (bed.open().await, bed.open().await);
    assert_eq!(found(&two, query("kiln")).await.1, 0);
    for number in 0..5 {
        put(&one, vec![document(&format!("d{number}"), "Kiln", "hot")]).await;
        assert_eq!(found(&two, query("kiln")).await.1, number + 1);
    }
    one.delete_document("one", "d0").await.unwrap();
    assert_eq!(found(&two, query("kiln")).await.1, 4);
    // More than an index is read in one go, and all that was replaced since.
    for _ in 0..5 {
        let many = (0..2_500).map(|number| document(&format!("m{number:04}"), "Many", "oven"));
        put(&one, many.collect()).await;
        assert_eq!(found(&two, query("oven")).await.1, 2_500);
    }
    assert_eq!(found(&two, query("kiln")).await.1, 4);
    one.close().await;
    two.close().await;
}

/// Knows that a car is an automobile.
struct Meanings;

impl Embed for Meanings {
    fn embed(&self, text: &str) -> Option<Vec<f32>> {
        let text = text.to_lowercase();
        let is = |words: &[&str]| words.iter().any(|word| text.contains(word));
        match (is(&["car", "automobile"]), is(&["bread", "loaf"])) {
            (true, false) => Some(vec![1.0, 0.0]),
            (false, true) => Some(vec![0.0, 1.0]),
            _ => None,
        }
    }
}

async fn meanings_are_found_where_something_knows_them(bed: &Bed) {
    let store = bed.open().await;
    store.set_embedder(Arc::new(Meanings));
    put(
        &store,
        vec![
            document("a", "Automobile care", "Oil and tyres."),
            document("b", "A loaf", "Flour and water."),
            document("c", "The word car", "It is short."),
        ],
    )
    .await;
    // Found by its word and by its meaning, before what is only alike.
    assert_eq!(found(&store, query("car")).await, (vec!["c".into(), "a".into()], 2));
    assert_eq!(found(&store, query("bread")).await.0, ["b"]);
    let plain = bed.open().await;
    assert_eq!(found(&plain, query("bread")).await.1, 0);
    plain.close().await;
    store.close().await;
}

async fn categories_are_those_that_documents_have(bed: &Bed) {
    let store = bed.open().await;
    assert_eq!(store.document_categories("one").await.unwrap(), [""; 0]);
    let with = |id: &str, categories: &[&str]| NewDocument {
        categories: categories.iter().map(|name| (*name).to_owned()).collect(),
        ..document(id, "t", "b")
    };
    put(&store, vec![with("a", &["Bread", "Garden"]), with("b", &["Bread"]), with("c", &[])]).await;
    assert_eq!(store.document_categories("one").await.unwrap(), ["Bread", "Garden"]);
    assert_eq!(store.workspace("one").await.unwrap().categories, ["Bread", "Garden"]);
    store.delete_document("one", "a").await.unwrap();
    assert_eq!(store.document_categories("one").await.unwrap(), ["Bread"]);
    store.close().await;
}
