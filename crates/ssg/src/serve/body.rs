//! Large answers, sent in pieces to clients that may never receive them.

use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Bytes of a piece.
const PIECE: usize = 64 << 10;

/// An answer in pieces. The reservation that it holds is released with the last of them.
///
/// The connection asks for a piece when most of the earlier ones are sent, so the answer of a
/// client that does not read stays here, with its reservation.
pub struct ChunkedBody<T> {
    rest: Bytes,
    _held: T,
}

impl<T> ChunkedBody<T> {
    /// This answer, holding something.
    pub fn new(answer: Bytes, held: T) -> Self {
        Self {
            rest: answer,
            _held: held,
        }
    }
}

impl<T: Unpin> HttpBody for ChunkedBody<T> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        let length = self.rest.len().min(PIECE);
        let piece = self.rest.split_to(length);
        // A copy, so that a piece that waits to be sent does not keep the whole answer in memory.
        Poll::Ready(Some(Ok(Frame::data(Bytes::copy_from_slice(&piece)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}
