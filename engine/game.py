"""The contract every game keeps: a few verbs over an immutable state."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from engine.bids import Bids
from engine.cards import Deck
from engine.chance import Chance, Rng
from engine.encoding import Encoding
from engine.events import Event, Seat
from engine.picture import Picture
from engine.places import Outcome, Solved, Teams
from engine.text import Text, shortened
from engine.text import gettext_noop as _

__all__ = [
    "AnyGame",
    "Chance",
    "Ending",
    "Game",
    "Options",
    "Outcome",
    "Rejected",
    "Rng",
    "Solved",
    "Teams",
    "Upcast",
    "parse_options",
    "play",
    "replay",
]


class Rejected(Exception):
    """The move breaks a rule. ``code`` is stable and machine-readable, ``reason`` is for people."""

    def __init__(self, code: str, reason: Text) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """House rules and variants, defaults first. A game derives its own.

    Fields are ``bool``, ``Literal`` names or bounded ints, as ``Annotated[..., Meta(title=..., description=...)]`` with
    both texts marked for translation: command line, API and pages build their forms from this.
    """


Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the stored fields of one version of an event into those of the next."""

S = TypeVar("S", bound=Struct)
M = TypeVar("M", bound=Struct)
E = TypeVar("E", bound=Event)
V = TypeVar("V", bound=Struct)
Opts = TypeVar("Opts", bound=Options)


class Ending(Generic[S, M]):
    """What a game solves of the end of a deal, where all who play know every hand. Most games: nothing."""

    gains: ClassVar[str] = ""
    """What :attr:`~engine.places.Solved.gain` is, marked for translation; empty where nothing is solved."""
    comes_to: ClassVar[str] = ""
    """What a puzzle says of a wrong move of gain ``n``, marked for translation, with the holes of :meth:`goal`."""

    def solves(self, state: S) -> bool:
        """Whether :meth:`solve` has an answer, which may take it a second."""
        return False

    def solve(self, state: S) -> Mapping[M, Solved] | None:
        """Each move of the seat to act, solved exactly; ``None`` elsewhere."""
        return None

    def begun(self, state: S) -> bool:
        """Whether :meth:`good` has an answer in time for a puzzle."""
        return False

    def good(self, state: S, seat: Seat) -> Mapping[M, bool]:
        """By move of whose turn it is: whether it reaches the goal of *seat*, or for another seat prevents it."""
        return {}

    def decided(self, state: S, seat: Seat) -> bool:
        """Whether counting alone tells if *seat* reaches its goal."""
        return False

    def alike(self, state: S, moves: Sequence[M]) -> Sequence[Sequence[M]]:
        """The legal *moves*, those together that are equal by the rules."""
        return [[move] for move in moves]

    def goal(self, state: S, seat: Seat) -> Text:
        """What a puzzle asks of *seat*: to win the deal, or where nothing is solved the game."""
        return Text(_("Win this game for certain. It ends with these cards."))


class Game(ABC, Generic[Opts, S, M, E, V]):
    """Rules without state: Opts options, S state, M move (a command), E event (a fact), V one seat's view.

    ``decide`` may refuse and may take chances; ``evolve`` may do neither. Folding ``evolve`` over the log from
    ``initial`` is the only way a state comes to be. States hold cards as ints; events and views hold codes.
    """

    key: ClassVar[str]
    """The game's only identifier, forever: ``"duck-soup"``."""
    name: ClassVar[str]
    summary: ClassVar[str]
    """One sentence for the list of games, marked for translation."""
    sizes: ClassVar[tuple[int, ...]]
    """The numbers of seats it can be played with, the usual one first."""
    minutes: ClassVar[int]
    """How long a table of people takes, roughly."""
    counts: ClassVar[str] = _("points")
    """What an outcome's points are points of, marked for translation."""
    ending: ClassVar[Ending[Any, Any]] = Ending()
    version: ClassVar[int] = 1
    """The rules version: any change of what is legal or what follows is a new one."""
    deck: ClassVar[Deck]
    edition: ClassVar[str] = ""
    """Which printing of the deck its rules page shows, where faces or names differ: see ``Picture.edition``."""
    rules_page: ClassVar[str] = "rules"
    """What its rules pages in ``show/`` beside it are called before the language: ``rules.en.md``."""
    options: ClassVar[type[Any]]
    events: ClassVar[tuple[type[Event], ...]]
    """Every kind of event, each a concrete struct with a ``kind`` of its own."""
    parts: ClassVar[tuple[type[Event], ...]] = ()
    """The events that begin a part of the game, such as a deal or a round; ``tell`` has a line for each."""
    noted: ClassVar[Mapping[type[Event], str]] = {}
    """The events that note everybody's ``totals``, each with its line of the score sheet: :mod:`engine.sheet`."""
    tally: ClassVar[str] = ""
    """What it counts for each seat beside the points (:mod:`engine.tally`), marked for translation; empty: nothing."""
    tallied: ClassVar[Mapping[type[Any], Callable[[Any, Any], Sequence[int]]]] = {}
    """The events that it follows from: of the state before and the event, the seats for which one more is counted."""
    bids: ClassVar[tuple[Bids[Any, Any], ...]] = ()
    """What statistics of it count: :mod:`engine.bids`."""
    encoding: ClassVar[Encoding]
    """Its moves and its view in numbers, for programs that learn: :mod:`engine.vectors`."""
    judges: ClassVar[bool] = True
    """Whether its rollouts tell good moves from bad ones, as measured: only then is a value shown beside a move."""
    forgets: ClassVar[bool] = False
    """Whether a view no longer says which suits a seat could not follow once that seat has drawn a card: worlds are
    imagined (:meth:`imagine`) in which it held them all the while."""
    luck: ClassVar[float] = 0.0
    """The standard deviation of a seat's luck over games (:mod:`engine.analysis.luck`); 0 where it tells too little."""
    upcasts: ClassVar[Mapping[tuple[str, int], Upcast]] = {}
    """(kind, stored version) to the step that lifts it by one version."""
    initial: S

    # -- the state machine

    @abstractmethod
    def opening(self, seats: int, options: Opts, chance: Chance) -> Sequence[E]:
        """The first events: the seats, the options in force, the deal."""

    @abstractmethod
    def decide(self, state: S, seat: Seat, move: M, chance: Chance) -> Sequence[E]:
        """What follows if *seat* makes *move*; raises :class:`Rejected` if it may not."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """The state after *event*. Total, deterministic, free of rules and of chance."""

    # -- whose turn, which moves, what score

    @abstractmethod
    def to_act(self, state: S) -> Sequence[Seat]:
        """The seats that may move now: one, several (simultaneous play), none when over."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> Sequence[M]:
        """Every move *seat* may make, in a fixed order; it depends on nothing that *seat* cannot see."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result, or ``None`` while play goes on."""

    @abstractmethod
    def points(self, state: S) -> tuple[int, ...]:
        """What each seat has so far: the outcome's points, should play stop here."""

    def teams(self, seats: int, options: Opts) -> Teams:
        """The seats that play together; each for itself unless the game says otherwise."""
        return tuple((seat,) for seat in range(seats))

    def piles(self, seats: int, options: Opts) -> tuple[str, ...]:
        """The names of the piles that it may shuffle: one pack unless the game says otherwise."""
        return ("pack",)

    # -- hidden information

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """What *seat* knows, built field by field from what it may know (``None``: a spectator).

        A view is JSON for strangers too: codes, tuples, numbers and names, no sets and no bit masks.
        """

    @abstractmethod
    def imagine(self, view: V, rng: Rng) -> S:
        """A random full state that *view* cannot tell from the real one (determinization): each is equally likely.

        ``view(imagine(v), v.seat) == v`` and the legal moves are equal. A spectator's view has ``seat`` ``None``.
        """

    def suppose(self, view: V, rng: Rng) -> S:
        """As :meth:`imagine`, but likelier where what others have done makes sense. Bots search on this."""
        return self.imagine(view, rng)

    # -- for people

    @abstractmethod
    def move_text(self, move: M) -> str:
        """*move* in the notation of the log: URL-safe ASCII."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """The move that *text* names; raises :class:`Rejected` ``unknown_move`` if it names none."""

    @abstractmethod
    def picture(self, view: V) -> Picture:
        """The table as *view* sees it."""

    @abstractmethod
    def tell(self, event: E) -> Text | None:
        """*event* in words, from the fields that the reader may see; ``None`` for what needs no line of its own."""

    def pauses(self, events: Sequence[E | None]) -> Sequence[int]:
        """After how many *events* of a commit, in order, something is decided that people should see first.

        The events are as one viewer sees them (``None``: not at all); the answer is the same for every viewer.
        """
        return ()

    def frame(self, view: V, events: Sequence[E | None]) -> Picture:
        """The table of *view* with what *events*, the last of them just now, have decided still lying open.

        Nobody is to act and nothing to be chosen; the prompt says in one line who won what. See :mod:`engine.frames`.
        """
        raise NotImplementedError(f"{self.key} holds nothing")

    def settled(self, state: S) -> bool:
        """Whether it is certain who wins, with cards still to be played: the move that brings it decided the game.

        A game that cannot tell says no. The state knows more than a player: nobody may be told while it is played on.
        """
        return False

    # -- bots and speed, optional

    def appraise(self, view: V, move: M) -> float:
        """How good *move* looks at first sight, higher is better: what the greedy bot goes by."""
        raise NotImplementedError(f"{self.key} has no appraisal")

    def rollout(self, state: S, rng: Rng) -> Sequence[float]:
        """What each seat may hope for from *state*, from 0 to 1: what a search goes by.

        Sensible quick play to a near end (of the deal, of a few tricks), then a judgement of how the
        game stands. Partners hope for the same; a finished game gives its :func:`~engine.places.shares`.
        """
        raise NotImplementedError(f"{self.key} has no rollout")


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]


def replay(game: Game[Opts, S, M, E, V], events: Iterable[E], start: S | None = None) -> S:
    """Fold the log into a state, from the beginning or from a state reached before."""
    state = game.initial if start is None else start
    evolve = game.evolve
    for event in events:
        state = evolve(state, event)
    return state


def play(game: Game[Opts, S, M, E, V], state: S, seat: Seat, move: M, chance: Chance) -> tuple[S, Sequence[E]]:
    """Decide, then evolve: the one step that services, bots and tests all share."""
    events = game.decide(state, seat, move, chance)
    evolve = game.evolve
    for event in events:
        state = evolve(state, event)
    return state, events


def parse_options(game: AnyGame, given: Mapping[str, Any]) -> Any:
    """*given* as the options of *game*; raises :class:`Rejected` ``bad_option`` naming what is wrong."""
    try:
        return msgspec.convert(dict(given), game.options)
    except msgspec.ValidationError as error:
        raise Rejected("bad_option", Text("{error}", {"error": shortened(str(error), 200)})) from error
