"""Tables as PettingZoo's environments: seats in turn (:class:`Turns`) or all at once (:class:`Rounds`).

Needs the extra ``pettingzoo``. An agent is a seat, ``seat_0`` and so on. It observes ``observation``, the vector of its
view (:mod:`engine.vectors`), and ``action_mask``, 1 at the numbers of the moves that it may make now: none, while it is
not to act. A number that is not offered raises ``ValueError``, and nothing happens.

Rewards come when the game is over and are 0 before. A seat has (won - lost) / opponents, where an opponent in a worse
place is won and one in a better place lost; partners do not count. Rewards are from -1 to 1, and their sum is 0.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

import numpy
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv, ParallelEnv

from engine.chance import SeedChance
from engine.events import Seat
from engine.game import AnyGame, parse_options
from engine.places import balances
from engine.registry import GAMES
from engine.table import Table
from engine.transcript import drawn
from engine.vectors import Vectors, vectors

Observation: TypeAlias = dict[str, Any]
RenderMode: TypeAlias = Literal["ansi"] | None


class _Seated:
    """What both kinds share: deals tables of one game, and shows them to its seats."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: RenderMode = None,
    ) -> None:
        """*seats*: the usual number if none is given. *options* by name; raises ``Rejected`` ``bad_option``."""
        self.game: AnyGame = GAMES[game]
        self.seats = self.game.sizes[0] if seats is None else seats
        self.options = parse_options(self.game, options or {})
        self.render_mode = render_mode
        self.vectors: Vectors = vectors(self.game, self.seats)
        version = self.vectors.version
        self.metadata = {"name": f"{game}_v{version}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self._seat = {agent: Seat(seat) for seat, agent in enumerate(self.possible_agents)}
        self._observed = {agent: self._space() for agent in self.possible_agents}
        self._acted = {agent: Discrete(len(self.vectors.moves)) for agent in self.possible_agents}
        self._random, _ = np_random()
        self._table: Table | None = None

    def _space(self) -> Dict:
        numbers = Box(-1.0, 1.0, (self.vectors.length,), numpy.float32)
        return Dict({"observation": numbers, "action_mask": Box(0, 1, (len(self.vectors.moves),), numpy.int8)})

    def observation_space(self, agent: str) -> Dict:
        return self._observed[agent]

    def action_space(self, agent: str) -> Discrete:
        return self._acted[agent]

    @property
    def table(self) -> Table:
        """The table that is played; before the first ``reset`` there is none."""
        if self._table is None:
            raise RuntimeError("call reset first")
        return self._table

    def _deal(self, seed: int | None) -> None:
        if seed is not None:
            self._random, _ = np_random(seed)
        chance = SeedChance.from_text(f"{self._random.integers(2**63)}")
        self._table = Table(self.game, self.seats, self.options, chance)

    def observe(self, agent: str) -> Observation:
        """What *agent* sees: see the module."""
        view, offered = self._offered(agent)
        mask = numpy.zeros(len(self.vectors.moves), numpy.int8)
        mask[list(offered)] = 1
        return {"observation": numpy.array(self.vectors.vector(view), numpy.float32), "action_mask": mask}

    def _offered(self, agent: str) -> tuple[Any, dict[int, Any]]:
        table, seat = self.table, self._seat[agent]
        view = self.game.view(table.state, seat)
        legal = self.game.legal(table.state, seat) if seat in table.to_act else ()
        return view, self.vectors.offered(view, legal)

    def _move(self, agent: str, action: Any) -> Any:
        _view, offered = self._offered(agent)
        move = None if action is None else offered.get(int(action))
        if move is None:
            raise ValueError(f"{agent} may not make move {action!r} now: one of {sorted(offered)}")
        return move

    def _rewards(self) -> dict[str, float]:
        outcome = self.table.outcome
        if outcome is None:
            return dict.fromkeys(self.possible_agents, 0.0)
        teams = self.game.teams(self.seats, self.options)
        return dict(zip(self.possible_agents, balances(outcome, teams), strict=True))

    def _names(self, seats: Iterable[Seat]) -> list[str]:
        return [self.possible_agents[seat] for seat in seats]

    def render(self) -> str | None:
        """With ``render_mode="ansi"`` the table as the seat sees it that is to act; else nothing."""
        if self.render_mode is None:
            return None
        seat = next(iter(self.table.to_act), None)
        return "\n".join(drawn(self.game.picture(self.game.view(self.table.state, seat))))

    def close(self) -> None:
        """Nothing is open."""


class Turns(_Seated, AECEnv):  # type: ignore[misc]
    """One seat at a time. Seats that act at once come one after the other, and none sees what another has chosen."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new table: the same one for the same *seed*. *options* are not looked at."""
        self._deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = self._rewards()
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        (self.agent_selection, *_others) = self._names(self.table.to_act)

    def step(self, action: Any) -> None:
        """The move of that number for the seat to act; ``None`` once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.table.make(self._seat[agent], self._move(agent, action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards()
        self._accumulate_rewards()
        if self.table.to_act:
            self.agent_selection = self._names(self.table.to_act)[0]
        else:
            self.terminations = dict.fromkeys(self.agents, True)


class Rounds(_Seated, ParallelEnv):  # type: ignore[misc]
    """All agents send a number each time; only those of seats that are to act count, whatever the others send."""

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new table: the same one for the same *seed*. *options* are not looked at."""
        self._deal(seed)
        self.agents = list(self.possible_agents)
        return self._all_observe(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        agents, acting = self.agents, self._names(self.table.to_act)
        moves = [(self._seat[agent], self._move(agent, actions.get(agent))) for agent in acting]
        for seat, move in moves:
            self.table.make(seat, move)
        over = self.table.outcome is not None
        self.agents = [] if over else agents
        observed, earned = self._all_observe(), self._rewards() if agents else {}
        return (observed, earned, dict.fromkeys(agents, over), dict.fromkeys(agents, False), {a: {} for a in agents})

    def _all_observe(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.possible_agents}
