use super::path::{BadPath, FilePath};

#[test]
fn paths_that_mean_one_thing_are_read() {
    for path in ["/a", "/a..b", "/..a/b..", "/data/report.txt", "/a b/ü.txt", "/...", "/a/.hidden"]
    {
        assert_eq!(FilePath::file(path).map(|path| path.to_string()), Ok(path.to_owned()));
    }
    for (typed, read) in [("/", "/"), ("/data/", "/data"), ("/data", "/data")] {
        assert_eq!(FilePath::directory(typed).map(|path| path.to_string()), Ok(read.to_owned()));
    }
}

#[test]
fn others_are_refused_by_name() {
    let own = |text: &str| text.to_owned();
    for (path, why) in [
        ("", BadPath::Empty),
        ("a", BadPath::Relative(own("a"))),
        ("../a", BadPath::Parent(own("../a"))),
        ("/..", BadPath::Parent(own("/.."))),
        ("/a/../b", BadPath::Parent(own("/a/../b"))),
        ("/a/..", BadPath::Parent(own("/a/.."))),
        ("/./a", BadPath::Dot(own("/./a"))),
        ("//a", BadPath::Double(own("//a"))),
        ("/a//b", BadPath::Double(own("/a//b"))),
        ("/a\0b", BadPath::Nul),
        ("/a\nb", BadPath::Control(own("U+000A"))),
        ("/a\u{7f}", BadPath::Control(own("U+007F"))),
        ("/a\u{85}", BadPath::Control(own("U+0085"))),
        ("/a/", BadPath::Directory(own("/a/"))),
        ("/", BadPath::Directory(own("/"))),
    ] {
        assert_eq!(FilePath::file(path), Err(why), "{path:?}");
    }
    assert_eq!(FilePath::file(&format!("/{}", "a".repeat(1_024))), Err(BadPath::Long(1_025)));
    assert_eq!(FilePath::file(&"/a".repeat(33)), Err(BadPath::Deep(33)));
}
