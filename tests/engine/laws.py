"""What every game keeps, each law a function that fails on a table where it does not hold.

``test_laws.py`` holds every registered game to them; ``test_laws_bite.py`` shows that each catches what it is for.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

import msgspec
import pytest

from engine.chance import FastRng, Rng, SeedChance
from engine.codec import Codec
from engine.deals import codes_in
from engine.events import Event, Private, Public, Seat, Secret, Shuffled
from engine.frames import Frame, frames
from engine.game import AnyGame, Options, Outcome, Rejected, play, replay
from engine.picture import Picture
from engine.places import shares
from engine.table import Table
from engine.text import Ref, Text
from engine.vectors import vectors
from tests.engine.secrecy import sealed_cards, shuffles, some_of, told_cards
from tests.engine.walks import universe

LARGEST = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly."""


def eyes(table: Table) -> Sequence[Seat | None]:
    """Everybody who may look: the spectator, then each seat."""
    return (None, *map(Seat, range(table.seats)))


def check_replay(table: Table, rng: Rng) -> None:
    """The log alone gives the state."""
    assert replay(table.game, table.log) == table.state


def check_ending(table: Table, rng: Rng) -> None:
    """Somebody is to act until there is an outcome; places fit the teams, points those counted on the way."""
    game, state, outcome = table.game, table.state, table.outcome
    assert (outcome is None) == bool(table.to_act)
    for seat in map(Seat, range(table.seats)):
        assert bool(game.legal(state, seat)) == (seat in table.to_act)
    assert len(game.points(state)) == table.seats
    if outcome is None:
        return
    assert tuple(game.points(state)) == outcome.points
    assert len(outcome.places) == len(outcome.points) == table.seats
    ranked = sorted((-place, points) for place, points in zip(outcome.places, outcome.points, strict=True))
    assert [points for _, points in ranked] == sorted(outcome.points), "no better place has fewer points"
    teams = game.teams(table.seats, table.options)
    assert sorted(seat for team in teams for seat in team) == list(range(table.seats))
    of_team = [outcome.places[team[0]] for team in teams]
    for team, place in zip(teams, of_team, strict=True):
        assert {outcome.places[seat] for seat in team} == {place}, "partners share a place"
        assert place == 1 + sum(other < place for other in of_team), "the next place counts those before it"


def check_acceptance(table: Table, rng: Rng) -> None:
    """All legal moves are accepted, all others refused (after the end because it is over), and nothing has changed."""
    game, state = table.game, table.state
    before = repr(state)
    for seat in map(Seat, range(table.seats)):
        legal = game.legal(state, seat)
        assert len(set(legal)) == len(legal)
        for move in legal:
            events = game.decide(state, seat, move, table.chance)
            assert events, "a move leaves a trace"
            assert getattr(events[0], "seat", None) == seat, "the first event names the mover"
            assert game.parse_move(game.move_text(move)) == move
        for move in universe(game):
            if move not in legal:
                with pytest.raises(Rejected) as refused:
                    game.decide(state, seat, move, table.chance)
                assert refused.value.code.isidentifier()
                assert (refused.value.code == "game_over") == (table.outcome is not None)
                check_text(game, refused.value.reason)
    assert repr(state) == before


def check_storage(table: Table, rng: Rng) -> None:
    """What is stored comes back the same, and any JSON reader can keep it."""
    codec: Codec[Any] = Codec(table.game.events, table.game.upcasts)
    for event in table.log:
        fields = codec.fields(event)
        stored = json.dumps(fields, sort_keys=True)
        assert codec.decode(event.kind, event.version, stored) == event
        assert codec.fields(codec.decode(event.kind, event.version, stored.encode())) == fields
        _check_domain(fields)
        assert "." in event.kind
        assert not event.kind.startswith(("table.", "tournament.", "rating."))


def _check_domain(value: object) -> None:
    match value:
        case None | bool():
            pass
        case str():
            assert "\0" not in value
        case int():
            assert -LARGEST <= value <= LARGEST
        case list() | tuple():
            for part in value:
                _check_domain(part)
        case dict():
            for name, part in value.items():
                assert isinstance(name, str)
                _check_domain(part)
        case _:
            raise AssertionError(f"{value!r} does not belong in a payload")


def check_audience(table: Table, rng: Rng) -> None:
    """Every event names its audience, every private one a secret, and every field it names exists."""
    for event in table.log:
        assert isinstance(event, Public | Private | Secret)
        named = [name for kind in ("secret", "reveals", "opens", "shows") for name in getattr(event, kind, ())]
        assert set(named) <= set(event.__struct_fields__)
        if isinstance(event, Private):
            assert event.secret, f"{event.kind} is private and names no secret"
            assert event.seen_by(event.seat) == event
            for viewer in eyes(table):
                if viewer != event.seat:
                    seen = event.seen_by(viewer)
                    assert all(getattr(seen, name) is None for name in event.secret)


def check_reveals(table: Table, rng: Rng) -> None:
    """A card that an event says it reveals came out of a shuffle, and was hidden from the seats that learn it."""
    game = table.game
    for at, event in enumerate(table.log):
        learners = (event.seat,) if isinstance(event, Private) else eyes(table)
        for name in getattr(event, "reveals", ()):
            for code in codes_in(game, msgspec.to_builtins(getattr(event, name))):
                assert code in shuffles(table.log[:at]), f"{code} was in no pile"
                for viewer in learners:
                    assert code not in told_cards(game, table.log[:at], viewer), f"{viewer} knew {code} already"


def check_openings(table: Table, rng: Rng) -> None:
    """A card that an event opens was laid down sealed by its owner: nothing else may come to light that way."""
    game = table.game
    for at, event in enumerate(table.log):
        for name in getattr(event, "opens", ()):
            sealed = sealed_cards(game, table.log[:at])
            for code in codes_in(game, msgspec.to_builtins(getattr(event, name))):
                assert code in sealed, f"nobody had laid down {code}"


def check_shown(table: Table, rng: Rng) -> None:
    """A card that an event shows was held by its seat: nothing else may come to light that way."""
    game = table.game
    for at, event in enumerate(table.log):
        for name in getattr(event, "shows", ()):
            known = told_cards(game, table.log[:at], getattr(event, "seat", None))
            assert known.issuperset(codes_in(game, msgspec.to_builtins(getattr(event, name))))


def check_imagining(table: Table, rng: Rng) -> None:
    """A world imagined from a view gives that view and its legal moves again, and can be played to the end."""
    game = table.game
    for viewer in eyes(table):
        view = game.view(table.state, viewer)
        world = game.imagine(view, rng)
        assert game.view(world, viewer) == view
        assert game.to_act(world) == table.to_act
        if viewer is not None:
            assert game.legal(world, viewer) == game.legal(table.state, viewer)
        for seat in game.to_act(world):
            for move in game.legal(world, seat):
                play(game, world, seat, move, rng)


def check_rollout(table: Table, rng: Rng) -> None:
    """A rollout says for each seat what it may hope for, partners the same; the same draws say the same."""
    game, start = table.game, rng.random()
    hopes = tuple(game.rollout(table.state, FastRng(f"{start}")))
    assert len(hopes) == table.seats
    assert all(0 <= hope <= 1 for hope in hopes)
    assert hopes == tuple(game.rollout(table.state, FastRng(f"{start}")))
    for team in game.teams(table.seats, table.options):
        assert {hopes[seat] for seat in team} == {hopes[team[0]]}, "partners hope for the same"
    if table.outcome is not None:
        assert hopes == shares(table.outcome), "a finished game leaves nothing to hope for"


def check_shuffles(table: Table, rng: Rng) -> None:
    """The n-th recorded order of a pile that the game names is shuffle n of that pile, from its cards in deck order."""
    assert isinstance(table.chance, SeedChance)
    made: dict[str, int] = {}
    for event in table.log:
        if isinstance(event, Shuffled):
            n = made.get(event.pile, 0)
            made[event.pile] = n + 1
            assert event.pile in table.game.piles(table.seats, table.options)
            in_order = sorted(event.order, key=table.game.deck.codes.index)
            assert event.order == table.chance.shuffled(event.pile, n, in_order)
    assert made, "nothing was shuffled"


def check_encoding(table: Table, rng: Rng) -> None:
    """A view is a vector of one length, each number within bounds; a legal move's number leads back to it."""
    game, numbers = table.game, vectors(table.game, table.seats)
    for viewer in eyes(table):
        view = game.view(table.state, viewer)
        vector = numbers.vector(view)
        assert len(vector) == numbers.length
        assert all(-1 <= number <= 1 for number in vector)
        legal = () if viewer is None else game.legal(table.state, viewer)
        offered = numbers.offered(view, legal)
        assert set(offered.values()) <= set(legal)
        for move in legal:
            number = numbers.number(view, move)
            assert 0 <= number < len(numbers.moves)
            assert numbers.number(view, offered[number]) == number
            if game.encoding.name is None:
                assert numbers.moves[number] == game.move_text(move)
                assert offered[number] == move


def check_picture(table: Table, rng: Rng) -> None:
    """A picture shows the viewer's legal moves and real cards only, in words that can be said, and it is data."""
    game = table.game
    for viewer in eyes(table):
        view = game.view(table.state, viewer)
        picture = game.picture(view)
        legal = () if viewer is None else game.legal(table.state, viewer)
        assert [choice.move for choice in picture.choices] == [game.move_text(move) for move in legal]
        assert picture.me == viewer
        assert picture.to_act == tuple(table.to_act)
        assert picture.deck == game.deck.key
        assert str(picture.goal), "the table says what wins"
        assert picture.hint is None or (viewer in table.to_act and 1 <= picture.hint.n <= picture.hint.of)
        assert [plate.seat for plate in picture.plates] == list(range(table.seats))
        assert len({zone.key for zone in picture.zones}) == len(picture.zones)
        shown = [spot.card for zone in picture.zones for spot in zone.spots]
        shown += [code for choice in picture.choices for code in choice.cards]
        assert {code for code in (*shown, *(c.card for c in picture.choices)) if code} <= set(game.deck.codes)
        assert msgspec.json.decode(msgspec.json.encode(picture), type=Picture) == picture
        assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
        for text in texts_in(picture):
            check_text(game, text)


MIDDLE = ("trick", "row", "grid")
"""The forms of the zones between the players."""
LAYS = ("card_played", "combination_played", "card_placed", "bid_made", "prize_chosen")
"""Kinds of events, without the game's prefix, by which a card comes to lie in the middle."""
DECIDES = (
    *("trick_taken", "round_taken", "prize_taken", "market_discarded", "card_taken", "card_ceded", "melded"),
    *("trumps_revealed", "token_taken", "token_given", "token_returned", "deal_scored", "set_scored", "round_scored"),
    *("duck_scored", "phase_scored", "prediction_made"),
)
"""Kinds by which something is decided: a trick, an auction, a meld, a prediction, a coffin."""


def check_frames(table: Table, rng: Rng) -> None:
    """Whatever a move decides is seen by everybody with all its cards, before anything of it is cleared away."""
    game = table.game
    for actor in table.to_act:
        for move in some_of(game.legal(table.state, actor), rng):
            events = game.decide(table.state, actor, move, table.chance)
            for viewer in eyes(table):
                _check_frames_of(table, events, viewer)


def _check_frames_of(table: Table, events: Sequence[Event], viewer: Seat | None) -> None:
    game = table.game
    shown = frames(game, table.state, events, viewer)
    counts = [frame.events for frame in shown]
    assert counts == sorted(set(counts))
    assert counts == list(game.pauses(events)), "not everybody sees the same frames"
    for frame in shown:
        _check_frame(game, frame, viewer)
    before = middle(game.picture(game.view(table.state, viewer)))
    after = middle(game.picture(game.view(replay(game, events, table.state), viewer)))
    laid = _laid(game, events)
    for count, event in enumerate(events, start=1):
        if kind_of(event) in DECIDES and getattr(event, "finds", True):
            held = next((frame for frame in shown if frame.events >= count), None)
            assert held is not None, f"{event.kind} is not held"
            assert before | laid <= middle(held.picture), f"{event.kind} has cleared {before | laid}"
    assert laid <= after.union(*(middle(frame.picture) for frame in shown)), f"{laid} are never drawn"


def _check_frame(game: AnyGame, frame: Frame, viewer: Seat | None) -> None:
    picture = frame.picture
    assert (picture.me, picture.to_act, picture.choices) == (viewer, (), ())
    assert len({zone.key for zone in picture.zones}) == len(picture.zones)
    assert msgspec.json.decode(msgspec.json.encode(picture), type=Picture) == picture
    assert {spot.card for zone in picture.zones for spot in zone.spots if spot.card} <= set(game.deck.codes)
    for text in texts_in(picture):
        check_text(game, text)


def kind_of(event: Event) -> str:
    return event.kind.partition(".")[2]


def middle(picture: Picture) -> set[str]:
    """The open cards between the players."""
    return {spot.card for zone in picture.zones if zone.form in MIDDLE for spot in zone.spots if spot.card}


def _laid(game: AnyGame, events: Sequence[Event]) -> set[str]:
    """The cards that *events* lay down in the middle."""
    laid = (msgspec.to_builtins(event) for event in events if kind_of(event) in LAYS)
    return {code for fields in laid for code in codes_in(game, fields)}


def check_telling(table: Table, rng: Rng) -> None:
    """Every event can be told to those who see it, from what they see of it."""
    for event in table.log:
        for viewer in eyes(table):
            seen = event.seen_by(viewer)
            if seen is not None and (said := table.game.tell(seen)) is not None:
                check_text(table.game, said)


def check_bot_support(table: Table, rng: Rng) -> None:
    """The greedy bot finds an appraisal of every legal move."""
    for seat in table.to_act:
        view = table.game.view(table.state, seat)
        assert all(isfinite(table.game.appraise(view, move)) for move in table.game.legal(table.state, seat))


def check_text(game: AnyGame, text: Text) -> None:
    """*text* can be said: no hole is left open, and what it refers to exists."""
    assert isinstance(text, Text)
    assert str(text)
    for hole in text.args.values():
        if isinstance(hole, Text):
            check_text(game, hole)
        elif isinstance(hole, Ref) and hole.to == "card":
            assert hole.value in game.deck.card
        elif isinstance(hole, Ref) and hole.to == "seat":
            assert isinstance(hole.value, int)


def texts_in(value: object) -> Iterator[Text]:
    """Every text in a picture."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts_in(getattr(value, name))
    elif isinstance(value, tuple):
        for part in value:
            yield from texts_in(part)


def fields_of(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """What a state holds, field by field; a row of structs as its structs."""
    if isinstance(value, msgspec.Struct) and not isinstance(value, Options | Outcome):
        for name in value.__struct_fields__:
            yield from fields_of(getattr(value, name), f"{path}.{name}" if path else name)
    elif isinstance(value, tuple) and value and all(isinstance(part, msgspec.Struct) for part in value):
        for at, part in enumerate(value):
            yield from ((f"{name}/{at}", held) for name, held in fields_of(part, path))
    else:
        yield path, value


def changed(game: AnyGame, log: Sequence[Event]) -> dict[str, set[str]]:
    """By kind of event: the fields of the state that such events of *log* have changed."""
    found: dict[str, set[str]] = {}
    state = game.initial
    for event in log:
        before, state = dict(fields_of(state)), game.evolve(state, event)
        after = dict(fields_of(state))
        differs = {name for name in before.keys() | after.keys() if before.get(name, _GONE) != after.get(name, _GONE)}
        found.setdefault(event.kind, set()).update(name.partition("/")[0] for name in differs)
    return found


_GONE = object()


def check_changes(table: Table, named: Mapping[str, Collection[str]]) -> None:
    """An event changes only the fields that are *named* for its kind: a field that is lost on the way is a change."""
    for kind, fields in changed(table.game, table.log).items():
        assert fields <= set(named.get(kind, ())), f"{kind} changes {sorted(fields - set(named.get(kind, ())))} too"
