"""The package against exhaustive search, on thousands of small graphs."""

from __future__ import annotations

import random

import numpy as np
import oracle
import switchyard as sy


def mask(edges: list[int]) -> int:
    return sum(1 << edge for edge in edges)


def check(edges: oracle.Pairs, left: int, right: int, rng: random.Random) -> None:
    truth = oracle.Switching(edges, left, right)
    net = sy.Network(edges, left, right)
    positions: list[tuple[list[int], list[int]]] = [([], [])]
    shuffled = rng.sample(range(len(edges)), len(edges))
    if edges:
        played = rng.randint(1, len(edges))
        positions.append((shuffled[: played // 2], shuffled[played // 2 : played]))
    for short, cut in positions:
        verdict = net.solve(short, cut)
        if truth.joined[mask(short)] and not truth.joined[truth.all & ~mask(cut)]:
            raise AssertionError("both sides cannot have won")
        assert verdict.outcome == truth.outcome(mask(short), mask(cut)), (edges, short, cut)
        assert net.outcome(short, cut) == verdict.outcome
        assert verdict.winning_moves.short.tolist() == truth.winning_moves("short", mask(short), mask(cut))
        assert verdict.winning_moves.cut.tolist() == truth.winning_moves("cut", mask(short), mask(cut))
        assert verdict.certificate.outcome == verdict.outcome
        assert verdict.certificate.check() is True
        position = net.position(short, cut)
        assert position.winner == truth.winner(mask(short), mask(cut))
        free = [] if position.winner else sorted(set(range(len(edges))) - set(short) - set(cut))
        assert position.legal().tolist() == free


def test_solve_and_moves_on_every_small_graph() -> None:
    rng = random.Random(1)
    count = 0
    for edges in oracle.simple_graphs(4, 6):
        for right in (1, 2, 3):
            check(edges, 0, right, rng)
            count += 1
    for edges in oracle.simple_graphs(5, 7):
        check(edges, 0, 4, rng)
        count += 1
    # 64 graphs on four vertices with three pairs of terminals, 968 with at most seven edges on five.
    assert count == 64 * 3 + 968


def test_solve_and_moves_on_random_multigraphs() -> None:
    rng = random.Random(2)
    for _ in range(1500):
        vertices = rng.randint(2, 6)
        check(oracle.random_multigraph(rng, vertices, 7), 0, 1, rng)


def test_the_join_all_game() -> None:
    rng = random.Random(7)
    outcomes = set()
    for _ in range(500):
        n = rng.randint(2, 5)
        edges = oracle.random_multigraph(rng, n, 7)
        truth = oracle.Switching(edges, 0, *range(1, n))
        net = sy.Network.join_all(edges, vertices=n)
        verdict = net.solve()
        assert verdict.outcome == truth.outcome() == net.outcome(), edges
        assert verdict.winning_moves.short.tolist() == truth.winning_moves("short")
        assert verdict.winning_moves.cut.tolist() == truth.winning_moves("cut")
        assert verdict.certificate.check()
        assert sy.Certificate.parse(net, verdict.certificate.json()).check()
        outcomes.add(verdict.outcome)
        if verdict.outcome != "cut":
            assert sy.referee(net, "perfect", "random", first="short").winner == "short"
    assert outcomes == {"short", "cut", "first"}


def test_partition_is_the_game_of_every_edge() -> None:
    rng = random.Random(3)
    graphs = list(oracle.simple_graphs(4, 6))
    graphs += [oracle.random_multigraph(rng, rng.randint(1, 5), 6) for _ in range(1000)]
    for edges in graphs:
        truth = oracle.partition(edges)
        assert sy.principal_partition(edges).tolist() == truth, edges
        assert sy.Forests(edges).partition().tolist() == truth
        assert sy.Network(edges, 0, 99).partition().tolist() == truth


def test_two_forests_are_the_largest() -> None:
    rng = random.Random(4)
    graphs = list(oracle.simple_graphs(4, 6))
    graphs += [oracle.random_multigraph(rng, rng.randint(1, 5), 7) for _ in range(1000)]
    for edges in graphs:
        found = sy.Forests(edges)
        first, second = sy.two_forests(edges)
        assert len(first) + len(second) == found.rank == sy.union_rank(edges) == oracle.largest_forests(edges)
        assert not set(first.tolist()) & set(second.tolist())
        for forest in (first, second):
            assert oracle._is_forest(edges, mask(forest.tolist()))
            assert np.all(np.diff(forest) > 0)
        assert sorted([*first, *second, *found.left_out]) == list(range(len(edges)))


def test_labels_and_sums_of_coins() -> None:
    rng = random.Random(5)
    kinds = set()
    for _ in range(1500):
        nodes = rng.randint(1, 5)
        arcs = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(rng.randint(0, 9))]
        game = sy.coins.Game(arcs, nodes=nodes)
        truth = oracle.labels(nodes, arcs)
        assert game.labels() == dict(enumerate(truth)), arcs
        assert game.check() is True
        for coins in (1, 2, 3):
            for position, outcome in oracle.coin_outcomes(nodes, arcs, coins).items():
                assert game.solve(position).outcome == outcome, (arcs, position)
                kinds.add(outcome)
                for move in game.moves(position):
                    after = game.push(position, move.source, move.target)
                    left = game.solve(after)
                    assert left.value == move.value
                    assert move.rating == {"first": "loses", "second": "wins", "draw": "draws"}[left.outcome]
            if coins == 2 and nodes > 3:
                break
    assert kinds == {"first", "second", "draw"}


def test_the_best_move_keeps_what_can_be_kept() -> None:
    rng = random.Random(6)
    for _ in range(300):
        nodes = rng.randint(2, 6)
        arcs = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(rng.randint(1, 12))]
        game = sy.coins.Game(arcs, nodes=nodes)
        coins = [rng.randrange(nodes) for _ in range(3)]
        solution = game.solve(coins)
        ratings = {move.rating for move in game.moves(coins)}
        if not ratings:
            assert solution.move is None
            continue
        best = "wins" if "wins" in ratings else "draws" if "draws" in ratings else "loses"
        assert solution.move is not None and solution.move.rating == best
        assert solution.outcome == {"wins": "first", "draws": "draw", "loses": "second"}[best]
