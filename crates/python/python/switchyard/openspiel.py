"""The switching game and Bridg-It for OpenSpiel: importing this module registers them.

It needs the package ``open_spiel`` (``pip install switchyard-games[openspiel]``).

- ``python_bridgit(size=4)``: Bridg-It on the M-board;
- ``python_switching(network=...)``: the switching game on a network, given as text of the network format with ``/``
  between its lines, or as the path of a file.

Player 0 moves first and is SHORT, or CUT with ``first=cut``. Actions are the numbers of edges, from 0.

``PerfectBot`` plays any of the built-in players; the default one wins every won game.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ._network import Network, Side, _side, bridgit
from ._position import OTHER, Position

__all__ = ["BridgitGame", "PerfectBot", "SwitchingGame", "SwitchingState"]

# Two switches in series beside one: small, and the side that moves first wins.
DEFAULT_NETWORK = "3/3/1/3/1 2/2 3/1 3"


def _game_type(short_name: str, long_name: str, parameters: dict[str, Any]) -> Any:
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game on a network."""

    network: Network
    first: Side

    def __init__(self, kind: Any, network: Network, params: dict[str, Any]) -> None:
        self.network = network
        self.first = _side(str(params.get("first", "short")))
        if network.position().winner is not None:
            raise ValueError("the terminals are not connected: the game would be over before it begins")
        info = pyspiel.GameInfo(
            num_distinct_actions=network.m,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=network.m,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self, state: Any = None) -> SwitchingState:
        if state is not None:
            raise ValueError("states are made by playing: new_initial_state takes no other state")
        return SwitchingState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.network.m)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


_SWITCHING = _game_type(
    "python_switching", "Shannon switching game", {"network": DEFAULT_NETWORK, "first": "short"}
)
_BRIDGIT = _game_type("python_bridgit", "Bridg-It", {"size": 4, "first": "short"})


class SwitchingGame(_Game):
    """The switching game on a network."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        text = str(given.get("network", DEFAULT_NETWORK))
        network = Network.read(text) if os.path.isfile(text) else Network.parse(text.replace("/", "\n") + "\n")
        super().__init__(_SWITCHING, network, given)


class BridgitGame(_Game):
    """Bridg-It on the M-board."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        super().__init__(_BRIDGIT, bridgit(int(given.get("size", 4))), given)


class SwitchingState(pyspiel.State):  # type: ignore[misc]
    """A position, with OpenSpiel's methods."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self._sides: tuple[Side, Side] = (game.first, OTHER[game.first])
        self.position: Position = game.network.position(first=game.first)

    def current_player(self) -> int:
        if self.position.winner is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._sides.index(self.position.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return [int(edge) for edge in self.position.legal()]

    def _apply_action(self, action: int) -> None:
        self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        name = self.position.network.move_name(action)
        return name.upper() if self._sides[player] == "cut" else name

    def is_terminal(self) -> bool:
        return self.position.winner is not None

    def returns(self) -> list[float]:
        winner = self.position.winner
        if winner is None:
            return [0.0, 0.0]
        return [1.0 if side == winner else -1.0 for side in self._sides]

    def __str__(self) -> str:
        """A character per edge: ``.`` free, ``S`` SHORT's, ``C`` CUT's."""
        return "".join(".SC"[claim] for claim in self.position.claims)

    def __deepcopy__(self, memo: Any) -> SwitchingState:
        """OpenSpiel clones states of Python games by copying them."""
        other = SwitchingState(self.get_game())
        for edge in self.history():
            other.apply_action(edge)
        return other


class _Observer:
    """The board: who owns which edge."""

    def __init__(self, edges: int) -> None:
        self.tensor = np.zeros(3 * edges, np.float32)
        self.dict = {"observation": self.tensor.reshape(3, edges)}

    def set_from(self, state: SwitchingState, player: int) -> None:
        """For every edge whether it is free, SHORT's or CUT's."""
        claims = state.position.claims
        for claim in range(3):
            self.dict["observation"][claim] = claims == claim

    def string_from(self, state: SwitchingState, player: int) -> str:
        return str(state)


class PerfectBot(pyspiel.Bot):  # type: ignore[misc]
    """A built-in player as a bot."""

    def __init__(self, player: str = "perfect", seed: int = 0) -> None:
        super().__init__()
        self._player = player
        self._seed = seed

    def restart_at(self, state: SwitchingState) -> None:
        """Nothing is kept between moves."""

    def step(self, state: SwitchingState) -> int:
        return state.position.choose(self._player, seed=self._seed)


for _kind, _class in ((_SWITCHING, SwitchingGame), (_BRIDGIT, BridgitGame)):
    if _kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(_kind, _class)
