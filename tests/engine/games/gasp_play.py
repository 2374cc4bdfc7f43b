"""Playing Gasp! in tests: random games, stacked rounds, and tables laid out by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.cards.decktet import BASIC, DECK
from engine.chance import Chance, FastRng, StackedChance
from engine.events import Seat
from engine.game import play, replay
from engine.games.gasp import Gasp
from engine.games.gasp.dealing import ASIDE, CLOCKWISE, HAND
from engine.games.gasp.events import GaspEvent, GaspOptions
from engine.games.gasp.moves import Move
from engine.games.gasp.state import State
from engine.games.gasp.tokens import packed, row

GASP = Gasp()
NAMES = dict(zip("MSWLYK", range(6), strict=True))


def opened(seats: int = 4, options: GaspOptions | None = None, chance: Chance | None = None) -> State:
    return replay(GASP, GASP.opening(seats, options or GaspOptions(), chance or FastRng(0)))


def positions(
    seed: int, seats: int, options: GaspOptions
) -> Iterator[tuple[State, Seat, Sequence[Move], Move, Sequence[GaspEvent]]]:
    """A random game: before each move the state, who acts, his moves, the one he makes, and what it leads to."""
    rng = FastRng(seed)
    state = opened(seats, options, rng)
    while actors := GASP.to_act(state):
        moves = GASP.legal(state, actors[0])
        move = moves[int(rng.random() * len(moves))]
        after, events = play(GASP, state, actors[0], move, rng)
        yield state, actors[0], moves, move, events
        state = after


def log_of(seed: int, seats: int, options: GaspOptions) -> list[GaspEvent]:
    log = list(GASP.opening(seats, options, FastRng(seed)))
    for *_, events in positions(seed, seats, options):
        log += events
    return log


def pack_for(hands: Sequence[Sequence[str]], stock: Sequence[str] = (), leader: int = 0) -> tuple[str, ...]:
    """An order of the pack that deals *hands* (filled up with the lowest cards left) and puts *stock* in front."""
    seats = len(hands)
    used = {code for held in hands for code in held} | set(stock)
    rest = [code for code in BASIC if code not in used]
    full = [[*held, *(rest.pop(0) for _ in range(HAND - len(held)))] for held in hands]
    dealt = [full[seat][i] for i in range(HAND) for seat in CLOCKWISE[seats][leader]]
    drawn = [*stock, *rest[: len(rest) - ASIDE[seats]]]
    return (*dealt, *rest[len(rest) - ASIDE[seats] :], *drawn)


def dealt(*hands: str, stock: str = "", options: GaspOptions | None = None) -> State:
    """A first round with these cards in the hands, seat 0 leading: ``dealt("4MS AK", "8MS", "", "")``."""
    pack = pack_for([held.split() for held in hands], stock.split())
    return opened(len(hands), options, StackedChance({"pack": [pack]}, FastRng(0)))


def with_tokens(state: State, *held: str) -> State:
    """*state* with these tokens: ``with_tokens(state, "M2 K1", "W1", "", "")``."""
    rows = []
    for words in held:
        counts = [0] * 6
        for word in words.split():
            counts[NAMES[word[0]]] = int(word[1])
        rows.append(tuple(counts))
    return replace(state, tokens=packed(tuple(rows)))


def tokens_of(state: State, seat: int) -> str:
    """What *seat* holds, as written for :func:`with_tokens`."""
    return " ".join(f"{name}{n}" for name, n in zip("MSWLYK", row(state.tokens, seat), strict=True) if n)


def made(state: State, *texts: str) -> State:
    """*state* after these moves, each by whoever is to act."""
    for text in texts:
        state, _ = done(state, text)
    return state


def done(state: State, text: str, chance: Chance | None = None) -> tuple[State, Sequence[GaspEvent]]:
    seat = GASP.to_act(state)[0]
    return play(GASP, state, seat, GASP.parse_move(text), chance or FastRng(1))


def texts(state: State) -> list[str]:
    """The legal moves of whoever is to act, in notation."""
    return [GASP.move_text(move) for move in GASP.legal(state, GASP.to_act(state)[0])]


def holding(state: State, seat: int) -> tuple[str, ...]:
    return DECK.coded(state.held(seat))
