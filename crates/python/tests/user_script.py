"""What a user might write; `mypy --strict` checks it, and the tests run it."""

import networkx as nx
import numpy as np
import switchyard as sy


def longest(position: sy.Position) -> int:
    """A player."""
    return int(position.legal()[-1])


def main() -> None:
    net = sy.Network(np.array([(0, 1), (1, 2), (0, 2)]), 0, 2)
    verdict: sy.Verdict = net.solve(short=[(0, 1)])
    outcome: sy.Outcome = verdict.outcome
    moves: list[int] = verdict.winning_moves.cut.tolist()
    proved: bool = verdict.certificate.check()
    position = net.position(first="cut")
    edge: int = position.reply("perfect", seed=3)
    winner: sy.Side | None = position.winner
    record: sy.Record = sy.referee(sy.bridgit(4), "perfect", longest, first="cut", seed=1)
    table = sy.tournament({"mine": longest, "random": "random"}, [net, sy.bridgit(3)])
    game = sy.coins.Game(nx.DiGraph([("a", "b"), ("b", "c")]))
    label: int | frozenset[int] = game.labels()["a"]
    first, second = sy.two_forests(nx.complete_graph(5))
    total: int = len(first) + len(second)
    try:
        net.position().play(99)
    except sy.MoveError as error:
        print(error.edge)
    print(outcome, moves, proved, edge, winner, record.winner, len(table.records), label, total)


if __name__ == "__main__":
    main()
