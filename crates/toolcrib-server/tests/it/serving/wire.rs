//! HTTP as bytes, for what no good client would send.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::DEADLINE;

/// Sends bytes and reads until the server has had enough.
pub(super) async fn exchange(address: SocketAddr, request: impl AsRef<[u8]>) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may have stopped reading.
    drop(stream.write_all(request.as_ref()).await);
    read_to_end(&mut stream).await
}

/// Everything that still comes.
pub(super) async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let reading = async {
        let mut chunk = [0; 4096];
        // A connection that is reset has ended, too.
        while let Ok(count @ 1..) = stream.read(&mut chunk).await {
            bytes.extend_from_slice(&chunk[..count]);
        }
    };
    tokio::time::timeout(DEADLINE, reading).await.expect("the server closes the connection");
    String::from_utf8(bytes).unwrap()
}

/// The status of a response.
pub(super) fn status(response: &str) -> u16 {
    let status = response.split(' ').nth(1).and_then(|status| status.parse().ok());
    status.unwrap_or_else(|| panic!("this is no response: {response:?}"))
}
