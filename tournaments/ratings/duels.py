"""What one table does to its users: every pair of sides is a duel, and each duel has a weight. Pure."""

from collections.abc import Iterable, Mapping
from itertools import product

import msgspec

from engine.places import duel
from tournaments.ratings.elo import at_summit, expected, k_of
from tournaments.ratings.facts import Counted
from tournaments.ratings.parameters import NEWCOMER, PEAK_FROM, SETS, START, WINDOW, Parameters, Settling
from tournaments.ratings.recent import Recent


class Player(msgspec.Struct, frozen=True, gc=False):
    """A user in a pool, after a table. ``peak`` is the highest rating since table 30, 0 before."""

    rating: float = START
    tables: int = 0
    summited: bool = False
    peak: float = 0.0
    ended: int = 0
    """When the last table ended, epoch ms."""
    met: tuple[int, ...] = ()
    """The people met last in duels that weighed something, the latest last."""
    steady: tuple[bool, ...] = ()
    """Which of ``met`` were settled or introduced then; no longer kept of a person who is settled."""
    known: tuple[int, ...] = ()
    """The first people met who were settled then, as many as are asked for; kept as long as ``steady``."""
    introduced: int = 0
    """The seq of the table behind which ``known`` was complete, 0 before or if they were settled sooner."""
    settled: int = 0
    """The seq of the table that settled them, 0 before. Settled stays settled."""

    @property
    def is_steady(self) -> bool:
        """Whether a duel with this person counts towards the half that settles others."""
        return self.settled > 0 or self.introduced > 0


class Change(msgspec.Struct, frozen=True, gc=False):
    """What a table did to a user."""

    user: int
    before: float
    after: float
    tables: int
    """That count, with this one if it does."""
    met: tuple[int, ...]
    """The people on other sides in duels that weighed something, in the order of the sides."""


class Duels:
    """The duels of a table in a pool where *players* stand and *recent* is what has happened."""

    def __init__(self, table: Counted, players: Mapping[int, Player], recent: Recent, *, young: bool = True) -> None:
        self.table, self.recent, self.users = table, recent, table.event.users
        self.parameters: Parameters = SETS[table.event.params]
        self.players = [players.get(user) or NEW for user in table.event.users]
        self.sides = table.sides
        self.means = [sum([self.players[seat].rating for seat in side]) / len(side) for side in self.sides]
        self.shared: dict[tuple[int, int], float] = {}
        self.bots = any(table.event.bots)
        self.by_settled = self.parameters.settling is not None and not young
        self.newcomers = self.parameters.settling is not None and not all(map(self._is_experienced, self.players))
        self.again = self.parameters.repeats and table.event.origin != "large"

    def changes(self) -> list[Change]:
        """By side and user, in the order of user ids."""
        if self.table.places is None:
            return self._unmoved(self.table.rated)
        if self.table.early:
            losers = {seat for seat in self.table.early if self._is_lost(seat)}
            made = [self._moved(at, seat, lost=True) for at, seat in self._seats() if seat in losers]
            return made + self._unmoved(seat for seat in self.table.rated if seat not in losers)
        return [self._moved(at, seat) for at, seat in self._seats()]

    def _seats(self) -> Iterable[tuple[int, int]]:
        guests = self.table.event.guests
        return ((at, seat) for at, side in enumerate(self.sides) for seat in side if seat not in guests)

    def _unmoved(self, seats: Iterable[int]) -> list[Change]:
        users, players = self.table.event.users, self.players
        return [Change(users[at], players[at].rating, players[at].rating, players[at].tables, ()) for at in seats]

    def _is_lost(self, seat: int) -> bool:
        """Whether leaving at once has become a habit: this is the third such casual table in a week."""
        event = self.table.event
        if self.parameters.early != "third_is_lost" or event.origin != "casual":
            return False
        return self.recent.left_early(event.users[seat], event.ended) >= 2

    def _moved(self, at: int, seat: int, *, lost: bool = False) -> Change:
        """*seat* of side number *at*, moved by its duels; if *lost*, by a full loss to each side."""
        player, places = self.players[seat], self.table.places or ()
        total, counts, met = 0.0, False, []
        for other, side in enumerate(self.sides):
            if other == at:
                continue
            weight = self._unless_out(at, other) if lost else self._weight(at, other, seat)
            if weight > 0:
                counts = True
                met += [self.users[one] for one in side if not (self.bots and self.table.bot(one))]
                result = 0.0 if lost else duel(places[seat], places[side[0]])
                total += weight * (result - expected(self.means[at], self.means[other]))
        settled = not self.by_settled or player.settled > 0 or bool(self.table.bot(seat))
        k = k_of(self.parameters, player.tables, summited=is_summited(player), settled=settled)
        rating = max(self.parameters.floor, player.rating + k / (len(self.sides) - 1) * total)
        return Change(
            self.users[seat], player.rating, rating if counts else player.rating, player.tables + counts, tuple(met)
        )

    # -- weights

    def _weight(self, at: int, other: int, seat: int) -> float:
        """What the duel of sides *at* and *other* weighs for *seat*, one of *at*."""
        pair = (at, other) if at < other else (other, at)
        weight = self.shared.get(pair)
        if weight is None:
            weight = self.shared[pair] = self._shared(*pair)
        special = self.newcomers or self.bots or self.table.quick
        return 0.0 if special and weight and not self._moves(at, other, seat) else weight

    def _shared(self, at: int, other: int) -> float:
        """The part of the weight that both sides have."""
        weight = self._unless_out(at, other)
        if weight and self.bots:
            weight *= self._with_bots(at, other)
        if weight and self.again:
            weight *= self._again(at, other)
        return weight

    def _unless_out(self, at: int, other: int) -> float:
        out = self.table.out
        if not out:
            return 1.0
        return 0.0 if any(self.users[seat] in out for seat in self._both(at, other)) else 1.0

    def _both(self, at: int, other: int) -> tuple[int, ...]:
        return self.sides[at] + self.sides[other]

    def _with_bots(self, at: int, other: int) -> float:
        bots = [seat for seat in self._both(at, other) if self.table.bot(seat)]
        if not bots:
            return 1.0
        if self._is_of_one(at, other):
            return 0.0
        if self.parameters.bots == "unrated":
            return 0.0
        if self.table.only_bots:
            return 1.0
        return 0.5 if all(self.players[seat].tables >= NEWCOMER for seat in bots) else 0.0

    def _is_of_one(self, at: int, other: int) -> bool:
        """Whether somebody answers for both sides: an owner and their bot, or two bots of theirs."""
        answers = self.table.answers
        return not {answers(seat) for seat in self.sides[at]}.isdisjoint(answers(seat) for seat in self.sides[other])

    def _again(self, at: int, other: int) -> float:
        table, ended = self.table, self.table.event.ended
        pairs = product(self.sides[at], self.sides[other])
        times = max([self.recent.met(table.key(one), table.key(two), ended) for one, two in pairs])
        return 1.0 if times <= 2 else 0.5 if times <= 4 else 0.0

    def _moves(self, at: int, other: int, seat: int) -> bool:
        """Whether the duel may move *seat*: bots by people, and the experienced by newcomers, are not moved."""
        if self.table.bot(seat):
            return self.table.only_bots
        if self.newcomers and self._is_experienced(self.players[seat]):
            both = self._both(at, other)
            if any(not self._is_experienced(self.players[one]) and not self.table.bot(one) for one in both):
                return False
        return not (self.parameters.quick_losses and self.table.quick and self._is_given(seat, other))

    def _is_experienced(self, player: Player) -> bool:
        return player.settled > 0 if self.by_settled else player.tables >= NEWCOMER

    def _is_given(self, seat: int, other: int) -> bool:
        """Whether somebody of side *other* gives up to *seat* again."""
        places, event = self.table.places or (), self.table.event
        losers = [one for one in self.sides[other] if one in self.table.quick and places[one] > places[seat]]
        return any(self.recent.gave_up(event.users[one], event.users[seat], event.ended) for one in losers)


NEW = Player()


def is_summited(player: Player) -> bool:
    return player.summited or (player.tables > 0 and at_summit(player.rating))


def moved(
    player: Player, change: Change, ended: int, settling: Settling | None, before: Mapping[int, Player]
) -> Player:
    """*player* after *change* by a table that ended then; *before*: its users as they sat down."""
    counts = change.tables > player.tables
    high = counts and change.tables >= PEAK_FROM
    steady, known = player.steady, player.known
    if settling and change.met and not player.settled:
        steady = (steady + tuple([before[user].is_steady for user in change.met]))[-WINDOW:]
        known = tuple(dict.fromkeys(known + tuple([user for user in change.met if before[user].settled])))
        known = known[: settling.people]
    return Player(
        rating=change.after,
        tables=change.tables,
        summited=is_summited(player) or (counts and at_summit(change.after)),
        peak=max(player.peak, change.after) if high else player.peak,
        ended=max(player.ended, ended),
        met=(player.met + change.met)[-WINDOW:] if change.met else player.met,
        steady=steady,
        known=known,
        introduced=player.introduced,
        settled=player.settled,
    )
