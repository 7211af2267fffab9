"""The exceptions: each says what was wrong, and where."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple


class Error(Exception):
    """What all exceptions of this package are."""


class Fault(NamedTuple):
    """One thing that is wrong with a file."""

    line: int
    reason: str


class InputError(Error, ValueError):
    """A file or text that cannot be read: every fault with its line, and the ``path`` of a file.

    >>> import switchyard as sy
    >>> try:
    ...     sy.Network.parse("2\\n1\\n1\\n3\\n1 2\\n")
    ... except sy.InputError as error:
    ...     error.faults[0].line
    4
    """

    def __init__(self, message: str, faults: Sequence[tuple[int, str]] = (), path: str | None = None) -> None:
        super().__init__(message)
        self.path = path
        self.faults = [Fault(line, reason) for line, reason in faults]

    @property
    def line(self) -> int | None:
        """The line of the first fault."""
        return self.faults[0].line if self.faults else None

    @property
    def reason(self) -> str:
        """The first fault without its line."""
        return self.faults[0].reason if self.faults else str(self)


@contextmanager
def reading(path: str) -> Iterator[None]:
    """Names the file in whatever is found wrong with it."""
    try:
        yield
    except InputError as error:
        message = "\n".join(f"{path}: {line}" for line in str(error).splitlines())
        raise InputError(message, error.faults, path) from None


class NetworkError(Error, ValueError):
    """Edges and terminals that make no network, or a network that a format cannot hold."""


class MoveError(Error, ValueError):
    """A move that is not legal; ``edge`` is its index, where it has one."""

    def __init__(self, message: str, edge: int | None = None) -> None:
        super().__init__(message)
        self.edge = edge


class CertificateError(Error):
    """A certificate that proves nothing."""


class LabelsError(Error):
    """Labels that are wrong; ``node`` is where."""

    def __init__(self, message: str, node: Hashable = None) -> None:
        super().__init__(message)
        self.node = node


class PlayerError(Error, ValueError):
    """A name that no player has, or a player without a move."""


class CircuitError(Error, ValueError):
    """A position without currents: its terminals are joined or apart."""
