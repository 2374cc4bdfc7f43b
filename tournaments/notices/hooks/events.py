"""What a tournament's event says to a webhook: built, when it is sent, of what everybody may read as of that event."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director import selectors
from tournaments.director.display.shapes import EntryInfo, MatchInfo
from tournaments.director.selectors import At
from tournaments.director.state import events as e
from tournaments.director.state.codec import CODEC
from tournaments.director.state.desk_events import Ruled, RulingReversed
from tournaments.log import selectors as log
from tournaments.notices.hooks import shapes
from tournaments.notices.naming import absolute, moment, plain

NOBODY: Final = AnonymousUser()


def told(tournament: str, seq: int) -> shapes.TournamentTold:
    """What event *seq* of *tournament* tells, in the language that is active now."""
    stored = log.load(f"tournament:{tournament}", after=seq - 1, until=seq)[0]
    summary = selectors.summary(tournament)
    name = summary.name if summary else ""
    common = {"tournament": tournament, "name": name, "seq": seq}
    common["url"] = absolute(reverse("tournament", kwargs={"tournament_id": tournament}))
    event = CODEC.decode(stored.kind, stored.version, stored.payload)
    return _told(event, selectors.at(tournament, as_of=seq), common)


def _told(event: Event, at: At, common: dict[str, Any]) -> shapes.TournamentTold:
    match event:
        case e.RoundPaired() | e.TablesOpened():
            return _round(event, at, common)
        case e.ResultRecorded(match=match):
            return _result(match, at, common)
        case Ruled(ruling=number) | RulingReversed(ruling=number):
            return _ruling(number, at, common)
        case e.Finished(places=places):
            return _finished(places, at, common)
        case e.Cancelled(reason=reason):
            text = plain(Text(_("{tournament} is called off"), {"tournament": common["name"]}))
            return shapes.CancelledTold(**common, text=text, reason=reason)
        case e.Announced(settings=settings):
            return _announced(settings, common)
    raise ValueError(f"no webhook is told of {type(event).__name__}")


def _announced(settings: e.Settings, common: dict[str, Any]) -> shapes.AnnouncedTold:
    args = {"tournament": common["name"], "when": moment(settings.starts_at, "")}
    return shapes.AnnouncedTold(
        **common,
        text=plain(Text(_("{tournament} is announced: {when}"), args)),
        club=settings.club,
        game=settings.game,
        format=settings.format,
        starts_at=settings.starts_at,
    )


def _round(event: e.RoundPaired | e.TablesOpened, at: At, common: dict[str, Any]) -> shapes.TournamentTold:
    args = {"tournament": common["name"], "round": event.round}
    if isinstance(event, e.TablesOpened):
        text = plain(Text(_("The tables of round {round} of {tournament} are open"), args))
        pairings = _pairings((match for match, _table in event.tables), at)
        return shapes.TablesTold(**common, text=text, round=event.round, pairings=pairings)
    text = plain(Text(_("Round {round} of {tournament} is drawn"), args))
    rest = tuple(_side(at.entries[bye.entry]) for bye in event.byes)
    pairings = _pairings((each.match for each in event.matches), at)
    return shapes.RoundTold(**common, text=text, round=event.round, pairings=pairings, rest=rest)


def _result(match: str, at: At, common: dict[str, Any]) -> shapes.ResultTold:
    paired, shown = at.tournament.round_of(match), at.detail.matches[match]
    number = paired.drawn.round if paired else 0
    result = ", ".join(f"{made.entry.name} {made.place}" for made in shown.made)
    args = {"tournament": common["name"], "round": number, "result": result}
    text = plain(Text(_("{tournament}, round {round}: {result}"), args))
    return shapes.ResultTold(**common, text=text, round=number, pairing=_pairing(shown))


def _ruling(number: int, at: At, common: dict[str, Any]) -> shapes.RulingTold:
    ruling = next(each for each in at.rulings(NOBODY) if each.number == number)
    says = plain(ruling.says)
    args = {"tournament": common["name"], "number": number, "says": says}
    back = ruling.reversed is not None
    made, undone = _("{tournament}, ruling R{number}: {says}"), _("{tournament}, ruling R{number} is reversed: {says}")
    text = plain(Text(undone if back else made, args))
    common["url"] = absolute(reverse("tournament-rulings", kwargs={"tournament_id": common["tournament"]}))
    return shapes.RulingTold(
        **common, text=text, ruling=number, act=ruling.act, says=says, round=ruling.round, reversed=back
    )


def _finished(places: Iterable[e.FinalPlace], at: At, common: dict[str, Any]) -> shapes.FinishedTold:
    lines = tuple(shapes.Placed(place=each.place, side=_side(at.entries[each.entry])) for each in places)
    winners = ", ".join(line.side.name for line in lines if line.place == 1)
    text = plain(Text(_("{tournament} is over: {winners}"), {"tournament": common["name"], "winners": winners}))
    return shapes.FinishedTold(**common, text=text, places=lines)


def _pairings(matches: Iterable[str], at: At) -> tuple[shapes.Pairing, ...]:
    """Those that are still there: a ruling may have taken one out."""
    known: Mapping[str, MatchInfo] = at.detail.matches
    return tuple(_pairing(known[each]) for each in matches if each in known)


def _pairing(match: MatchInfo) -> shapes.Pairing:
    sides = tuple(map(_side, match.entries))
    return shapes.Pairing(match=match.match, sides=sides, table=match.table, places=match.places, codes=match.codes)


def _side(entry: EntryInfo) -> shapes.Side:
    return shapes.Side(entry=entry.number, name=entry.name, users=entry.users)
