use std::fs;
use std::path::Path;

use super::*;

fn put(folder: &Path, file: &str, bytes: impl AsRef<[u8]>) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_folder_is_read_with_its_scripts() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("my-tool");
    put(&folder, "schema.json", "\u{feff}{}");
    put(&folder, "guide.md", "# x");
    put(&folder, "handler.js", "1");
    put(&folder, "lib/deep/words.mjs", "2");
    put(&folder, "lib/data.json", "{}");
    put(&folder, "handler.py", "3");
    put(&folder, ".hidden.js", "4");
    put(&folder, ".git/hook.js", "5");
    put(&folder, "node_modules/x/index.js", "6");
    let files = Files::read(&folder);
    assert_eq!(files.name, "my-tool");
    assert_eq!(files.shown, folder.display().to_string());
    assert_eq!(files.manifest.as_deref(), Some("{}"));
    assert_eq!(files.guide.as_deref(), Some("# x"));
    let scripts: Vec<(&str, &str)> =
        files.scripts.iter().map(|(path, text)| (path.as_str(), &**text)).collect();
    assert_eq!(scripts, [("handler.js", "1"), ("handler.py", "3"), ("lib/deep/words.mjs", "2")]);
    assert_eq!(files.others, ["lib/data.json"]);
    assert_eq!(files.unreadable, []);
}

#[test]
fn what_cannot_be_read_is_listed_with_its_reason() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("x");
    put(&folder, "schema.json", b"{\n\"a\": \"\xff\"}");
    put(&folder, "guide.md", vec![b'a'; 1024 * 1024 + 1]);
    fs::create_dir(folder.join("handler.js")).unwrap();
    let files = Files::read(&folder);
    let why: Vec<(&str, &str)> =
        files.unreadable.iter().map(|(file, why)| (file.as_str(), why.as_str())).collect();
    assert_eq!(
        why,
        [
            ("guide.md", "it is larger than 1024 KiB"),
            ("handler.js", "it is not a file"),
            ("schema.json", "it is not UTF-8 text: line 2 has other bytes"),
        ]
    );
    // Each is said once, as what it is, and not as missing.
    let checked = check(&files, &Limits::DEFAULT, &python());
    let said: Vec<&str> = checked.findings.iter().map(|finding| &*finding.help).collect();
    assert_eq!(
        said,
        [
            "save it as UTF-8",
            "make it smaller: a tool folder holds words, not data",
            "put a file there",
        ]
    );
    put(&folder, "guide.md", vec![b'a'; 1024 * 1024]);
    assert!(Files::read(&folder).guide.is_some());
}

#[cfg(unix)]
#[test]
fn no_link_leads_out_of_a_folder() {
    use std::os::unix::fs::symlink;

    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("x");
    put(root.path(), "secret.js", "secret");
    put(root.path(), "more/secret.js", "secret");
    put(&folder, "lib/inside.js", "inside");
    symlink("../secret.js", folder.join("handler.js")).unwrap();
    symlink("lib/inside.js", folder.join("linked.js")).unwrap();
    symlink("nowhere.js", folder.join("lost.js")).unwrap();
    symlink("../more", folder.join("more")).unwrap();
    symlink(".", folder.join("round")).unwrap();
    let files = Files::read(&folder);
    let scripts: Vec<&String> = files.scripts.keys().collect();
    assert_eq!(scripts, ["lib/inside.js", "linked.js"]);
    let unreadable: Vec<&str> = files.unreadable.iter().map(|(file, _)| file.as_str()).collect();
    assert_eq!(unreadable, ["handler.js", "lost.js"]);
    assert_eq!(files.unreadable[0].1, "it is a link that leaves the folder");
    // A folder that is itself behind a link is a folder like any other.
    symlink("x", root.path().join("y")).unwrap();
    assert_eq!(Files::read(&root.path().join("y")).scripts.len(), 2);
}

#[test]
fn files_are_counted() {
    let root = tempfile::tempdir().unwrap();
    for n in 0..70 {
        put(root.path(), &format!("{n:02}.js"), "");
    }
    let files = Files::read(root.path());
    assert_eq!((files.scripts.len(), files.unreadable.len()), (SCRIPTS_MAX, 1));
    assert_eq!(files.unreadable[0].1, "there are more than 64 script files");
    put(root.path(), "handler.js", "");
    assert!(Files::read(root.path()).scripts.contains_key("handler.js"));
    put(root.path(), "schema.json", "{}");
    put(root.path(), "guide.md", "");
    for n in 0..1_000 {
        put(root.path(), &format!("assets/{n}.txt"), "");
    }
    let files = Files::read(root.path());
    assert!(files.scripts.len() + files.others.len() <= 1_000);
    assert!(files.unreadable.iter().any(|(file, _)| file.is_empty()));
    // However much is there, the tool itself is seen.
    assert!(files.manifest.is_some() && files.guide.is_some());
}

#[test]
fn tool_folders_are_found_by_name() {
    let root = tempfile::tempdir().unwrap();
    for folder in ["b", "a", "_core", ".git", "node_modules"] {
        put(root.path(), &format!("{folder}/guide.md"), "");
    }
    put(root.path(), "c/notes.txt", "");
    put(root.path(), "tool_registry.json", "{}");
    let found = |path: &Path| -> Vec<String> {
        find(path).unwrap().into_iter().map(|files| files.name).collect()
    };
    assert_eq!(found(root.path()), ["a", "b", "c"]);
    for file in ["schema.json", "guide.md", "handler.js"] {
        let alone = tempfile::tempdir().unwrap();
        put(alone.path(), "lib/words.js", "");
        put(alone.path(), file, "");
        assert_eq!(found(alone.path()).len(), 1, "{file}");
        assert_eq!(find(alone.path()).unwrap()[0].shown, alone.path().display().to_string());
    }
    // A page about the tools makes no tool of their root.
    put(root.path(), "guide.md", "");
    assert_eq!(found(root.path()), ["a", "b", "c"]);
    assert_eq!(find(&root.path().join("nope")).unwrap_err().kind(), std::io::ErrorKind::NotFound);
}

#[cfg(unix)]
#[test]
fn a_folder_and_a_link_to_it_are_one_tool() {
    let root = tempfile::tempdir().unwrap();
    put(root.path(), "real/guide.md", "");
    std::os::unix::fs::symlink(root.path().join("real"), root.path().join("another")).unwrap();
    let found: Vec<String> =
        find(root.path()).unwrap().into_iter().map(|files| files.name).collect();
    assert_eq!(found, ["another"]);
}

#[test]
fn a_folder_that_cannot_be_read_is_not_passed_over() {
    let closed = Files::read(Path::new("/nowhere/at/all"));
    assert!(closed.is_tool());
    let checked = check(&closed, &Limits::DEFAULT, &python());
    assert!(checked.has_errors());
}
