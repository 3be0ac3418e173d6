use super::*;

/// Finds what it was made with.
struct Known(&'static [&'static str]);

impl Resolve for Known {
    fn resolve(&self, _: Name) -> Resolving {
        let found: Vec<SocketAddr> = self.0.iter().map(|text| text.parse().unwrap()).collect();
        Box::pin(async { Ok(Box::new(found.into_iter()) as Addrs) })
    }
}

/// What is left of a name's addresses, or what was said instead.
async fn left(addresses: &'static [&'static str]) -> Result<Vec<String>, String> {
    let guarded = Guarded(Arc::new(Known(addresses)));
    match guarded.resolve("example.com".parse().unwrap()).await {
        Ok(left) => Ok(left.map(|address| address.to_string()).collect()),
        Err(error) => Err(error.to_string()),
    }
}

#[tokio::test]
async fn only_public_addresses_are_left() {
    let mixed = &["10.0.0.1:0", "93.184.216.34:0", "[::1]:0", "[2606:4700::1111]:0"];
    let public = vec!["93.184.216.34:0".to_owned(), "[2606:4700::1111]:0".to_owned()];
    assert_eq!(left(mixed).await, Ok(public));
}

#[tokio::test]
async fn a_name_with_private_addresses_alone_is_refused() {
    let refused = Err("the name has no public address".to_owned());
    assert_eq!(left(&["10.0.0.1:0", "[fe80::1]:0"]).await, refused);
    assert_eq!(left(&["169.254.169.254:0"]).await, refused);
}

#[tokio::test]
async fn a_name_without_addresses_stays_one() {
    assert_eq!(left(&[]).await, Ok(vec![]));
}
