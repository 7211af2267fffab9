"""OpenSpiel's own tests, and the perfect player as its bot."""

from __future__ import annotations

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")

import switchyard as sy  # noqa: E402
import switchyard.openspiel as openspiel  # noqa: E402


@pytest.mark.parametrize(
    "name",
    [
        "python_bridgit",
        "python_bridgit(size=3,first=cut)",
        "python_switching",
        "python_switching(network=4/5/1/4/1 2/2 4/2 3/1 3/3 4,first=cut)",
    ],
)
def test_random_simulations(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=10, serialize=False, verbose=False)


def test_states_follow_the_rules() -> None:
    game = pyspiel.load_game("python_switching")
    state = game.new_initial_state()
    assert state.current_player() == 0 and state.legal_actions() == [0, 1, 2]
    state.apply_action(2)
    assert state.is_terminal() and state.returns() == [1.0, -1.0]
    assert str(state) == "..S"
    other = pyspiel.load_game("python_switching(first=cut)").new_initial_state()
    other.apply_action(2)
    clone = other.clone()
    clone.apply_action(0)
    assert (str(other), str(clone)) == ("..C", "S.C")
    clone.apply_action(1)
    assert clone.returns() == [1.0, -1.0]
    with pytest.raises(Exception, match="over before it begins"):
        openspiel.SwitchingGame({"network": "3/1/1/3/1 2"})


def test_the_bot_wins_as_player_0() -> None:
    rng = random.Random(31)
    for first in ("short", "cut"):
        game = pyspiel.load_game(f"python_bridgit(size=4,first={first})")
        for _ in range(5):
            state = game.new_initial_state()
            bot = openspiel.PerfectBot()
            while not state.is_terminal():
                if state.current_player() == 0:
                    state.apply_action(bot.step(state))
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
            assert state.returns() == [1.0, -1.0]


def test_openspiel_s_own_search_agrees_with_the_solver() -> None:
    from open_spiel.python.algorithms import minimax

    for text in ("3/3/1/3/1 2/2 3/1 3", "2/2/1/2/1 2/1 2", "3/2/1/3/1 2/2 3", "4/5/1/4/1 2/2 4/2 3/1 3/3 4"):
        net = sy.Network.parse(text.replace("/", "\n"))
        for first in ("short", "cut"):
            game = pyspiel.load_game("python_switching", {"network": text, "first": first})
            value, _ = minimax.alpha_beta_search(game)
            assert (value == 1.0) == (net.solve().winner(first) == first)
