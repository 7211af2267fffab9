"""Switchyard: the Shannon switching game, Bridg-It, coins on a digraph, and the graph theory underneath.

>>> import switchyard as sy
>>> net = sy.Network([(0, 1), (1, 3), (1, 2), (0, 2), (2, 3)], 0, 3)
>>> verdict = net.solve()
>>> verdict.outcome
'first'
>>> verdict.certificate.check()
True
>>> position = net.position(first="short")
>>> while position.winner is None:
...     _ = position.reply("perfect")
>>> position.winner
'short'

Edges are numbered from 0 in the order in which they were given; vertices are called as in the input.
"""

from importlib.metadata import PackageNotFoundError, version

from . import coins
from ._errors import (
    CertificateError,
    CircuitError,
    Error,
    Fault,
    InputError,
    LabelsError,
    MoveError,
    NetworkError,
    PlayerError,
)
from ._forests import (
    Forests,
    clumps,
    is_sparse,
    is_tight,
    principal_partition,
    spanning_sparse_subgraph,
    two_forests,
    two_spanning_trees,
    union_rank,
)
from ._network import (
    Certificate,
    Currents,
    Edge,
    NamedEdge,
    Network,
    Outcome,
    Side,
    Step,
    Verdict,
    WinningMoves,
    bridgit,
)
from ._pictures import Picture
from ._players import Record, Tournament, referee, tournament
from ._position import Explanation, Player, Position, players

try:
    __version__ = version("switchyard-games")
except PackageNotFoundError:  # the sources without an installation
    __version__ = "0"

__all__ = [
    "Certificate",
    "CertificateError",
    "CircuitError",
    "Currents",
    "Edge",
    "Error",
    "Explanation",
    "Fault",
    "Forests",
    "InputError",
    "LabelsError",
    "MoveError",
    "NamedEdge",
    "Network",
    "NetworkError",
    "Outcome",
    "Picture",
    "Player",
    "PlayerError",
    "Position",
    "Record",
    "Side",
    "Step",
    "Tournament",
    "Verdict",
    "WinningMoves",
    "bridgit",
    "clumps",
    "coins",
    "is_sparse",
    "is_tight",
    "players",
    "principal_partition",
    "referee",
    "spanning_sparse_subgraph",
    "tournament",
    "two_forests",
    "two_spanning_trees",
    "union_rank",
]
