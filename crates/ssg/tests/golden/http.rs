//! `ssg serve` on a free port, and requests to it.

use crate::common::serve;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command};

/// A server that ends with this value.
pub struct Server {
    child: Child,
    address: String,
}

impl Server {
    pub fn start(program: &Path, directory: &Path) -> Self {
        let mut command = Command::new(program);
        command
            .args(["serve", "--port", "0"])
            .current_dir(directory);
        let (child, address) = serve(command);
        Self { child, address }
    }

    /// Status and body of the answer.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("a request");
        stream.write_all(body.as_bytes()).expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("head and body");
        assert!(
            !head.to_lowercase().contains("transfer-encoding"),
            "a body in chunks: {head}"
        );
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        (status.expect("a status"), body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
