"""Rounds looked at again: what they were drawn from, and whether they would be drawn so again."""

from functools import lru_cache, partial

from msgspec import Struct

from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.director.commands import rounds
from tournaments.director.display import prices
from tournaments.director.display.redraw import Redrawn, redraw
from tournaments.director.display.shapes import EntryInfo
from tournaments.director.display.views import entries
from tournaments.director.errors import Refused
from tournaments.director.policy import pairing
from tournaments.director.state.facts import Round
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.pairing.draw import Unpairable
from tournaments.pairing.price import Charge, Drawn, Price
from tournaments.pairing.registry import FORMATS


class Review(Struct, frozen=True):
    """A round, drawn again, with the names of the entries."""

    redrawn: Redrawn
    names: dict[int, str]
    ruled: bool
    """Whether rulings have paired it otherwise since."""


def review(tournament_id: str, number: int) -> Review:
    """Round *number* as it was last paired; raises :class:`Refused` if there is none."""
    now = TOURNAMENTS.current(tournament_id).state
    paired = round_of(now, number)
    drawn = _redrawn(tournament_id, paired.seq)
    seated = [match.entries for match in paired.drawn.matches]
    ruled = seated != [match.entries for match in paired.played.matches]
    return Review(drawn, {number: entry.name for number, entry in entries(now).items()}, ruled)


class WhyNot(Struct, frozen=True):
    """Why two do not meet in a round: in sentences, and by rule."""

    round: int
    one: EntryInfo
    two: EntryInfo
    why: tuple[Text, ...]
    meet: bool = False
    charges: tuple[Charge, ...] = ()
    instead: tuple[tuple[EntryInfo, ...], ...] = ()
    """The tables of the best round in which they meet, as far as they differ."""
    resting: tuple[EntryInfo, ...] = ()
    """Who would have the bye then, if it is somebody else."""


def why_not(tournament_id: str, number: int, one: int, two: int) -> WhyNot:
    """What it would have cost to have the entries *one* and *two* meet in round *number*."""
    now = TOURNAMENTS.current(tournament_id).state
    known, paired = entries(now), round_of(now, number)
    if one == two or one not in known or two not in known:
        raise Refused("unknown_entry", _("Name two different players of this tournament."), field="two")
    told = partial(WhyNot, number, known[one], known[two])
    names: dict[str, Hole] = {"one": known[one].name, "two": known[two].name}
    drawn = _drawn(paired)
    if drawn.together(one, two):
        return told((Text(prices.MEET, names),), meet=True)
    there = {each.entry for each in paired.drawn.inputs}
    if away := [entry for entry in (one, two) if entry not in there]:
        return told(tuple(Text(prices.ABSENT, {"name": known[entry].name}) for entry in away))
    found = _price(tournament_id, paired.seq, one, two)
    if not isinstance(found, Price):
        return told((Text(found, names),))
    tables = {frozenset(table) for table in drawn.tables}
    return told(
        prices.say(found, known[one].name, known[two].name),
        charges=found.charges,
        instead=tuple(
            tuple(known[entry] for entry in table) for table in found.best.tables if frozenset(table) not in tables
        ),
        resting=tuple(known[entry] for entry in found.best.byes if entry not in drawn.byes),
    )


# Each process keeps the answers: a draw of some hundred entries takes half a second of a processor, and is always the
# same for the round that event *seq* paired.


@lru_cache(maxsize=64)
def _redrawn(tournament_id: str, seq: int) -> Redrawn:
    now, paired = _paired(tournament_id, seq)
    before = before_round(tournament_id, paired)
    return redraw(before, paired.drawn, teams=partial(rounds.teams_of, now))


@lru_cache(maxsize=2_048)
def _price(tournament_id: str, seq: int, one: int, two: int) -> Price | str:
    """The price, or why there is none."""
    now, paired = _paired(tournament_id, seq)
    stage = before_round(tournament_id, paired).current
    moment = pairing.moment_of(stage, paired.drawn.seed, partial(rounds.teams_of, now))
    if frozenset({one, two}) in moment.forbidden:
        return prices.APART
    try:
        return FORMATS[stage.settings.format].price(moment, _drawn(paired), one, two) or prices.FIXED
    except Unpairable:
        return prices.IMPOSSIBLE


def _paired(tournament_id: str, seq: int) -> tuple[Tournament, Round]:
    now = TOURNAMENTS.current(tournament_id).state
    return now, next(paired for paired in now.rounds if paired.seq == seq)


def _drawn(paired: Round) -> Drawn:
    matches, byes = paired.drawn.matches, paired.drawn.byes
    return Drawn(tuple(match.entries for match in matches), tuple(bye.entry for bye in byes))


def round_of(tournament: Tournament, number: int) -> Round:
    found = (paired for paired in reversed(tournament.rounds) if paired.drawn.round == number)
    paired = next(found, None)
    if paired is None:
        raise Refused("unknown_round", Text(_("There is no round {round}."), {"round": number}), field="round")
    return paired


def before_round(tournament_id: str, paired: Round) -> Tournament:
    """The tournament as the round was drawn for it."""
    return TOURNAMENTS.as_of(tournament_id, paired.seq - 1)
