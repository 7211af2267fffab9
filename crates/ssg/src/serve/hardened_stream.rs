//! Adds the fixed headers to the answers that hyper itself gives to malformed requests.

use super::headers;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A stream on which every answer has the fixed headers.
///
/// hyper answers 400, 414 and 431 without asking the application, in one piece that is only a head. What the
/// application answers has the headers already, and passes unchanged.
pub struct HardenedStream {
    stream: TcpStream,
    /// The replacement of an answer of hyper's, and how much of it is written.
    instead: Vec<u8>,
    written: usize,
}

impl HardenedStream {
    /// This stream.
    pub fn new(stream: TcpStream) -> Self {
        Self {
            stream,
            instead: Vec::new(),
            written: 0,
        }
    }

    fn poll_instead(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.written < self.instead.len() {
            let rest = &self.instead[self.written..];
            self.written += ready!(Pin::new(&mut self.stream).poll_write(context, rest))?;
        }
        Poll::Ready(Ok(()))
    }

    /// Replaces an answer of hyper's; `false` if these bytes are not one.
    fn takes_over(&mut self, answer: &[u8]) -> bool {
        let Some(head) = bare_error(answer) else {
            return false;
        };
        self.instead = [head, headers::lines().as_bytes(), b"\r\n"].concat();
        self.written = 0;
        true
    }
}

/// The head of an error without the headers, up to its empty line.
fn bare_error(answer: &[u8]) -> Option<&[u8]> {
    let head = answer.strip_suffix(b"\r\n")?;
    let is_error = head.starts_with(b"HTTP/1.1 4") || head.starts_with(b"HTTP/1.0 4");
    let is_head = head.windows(4).all(|end| end != b"\r\n\r\n") && head.ends_with(b"\r\n");
    let name = headers::POLICY_NAME.as_bytes();
    let has_policy = || {
        let mut windows = head.windows(name.len());
        windows.any(|window| window.eq_ignore_ascii_case(name))
    };
    (is_error && is_head && !has_policy()).then_some(head)
}

impl AsyncRead for HardenedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for HardenedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_instead(context))?;
        if self.takes_over(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_instead(context))?;
        if let [bytes] = pieces
            && self.takes_over(bytes)
        {
            return Poll::Ready(Ok(bytes.len()));
        }
        Pin::new(&mut self.stream).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_instead(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_instead(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::bare_error;

    #[test]
    fn only_bare_errors_are_taken_over() {
        let bare = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(bare_error(bare), Some(&bare[..bare.len() - 2]));
        for other in [
            &b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"[..],
            b"HTTP/1.1 404 Not Found\r\nContent-Security-Policy: x\r\n\r\n",
            b"HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\nab",
            b"HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n\r\n",
            b"",
        ] {
            assert_eq!(bare_error(other), None, "{}", other.escape_ascii());
        }
    }
}
