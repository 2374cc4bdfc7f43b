"""What a tournament's page shows, and what it depends on."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import cast

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from accounts.models import User
from tournaments.clubs import selectors as clubs
from tournaments.director import exports, imports, selectors
from tournaments.director.commands import candidates
from tournaments.director.display import attention, starting
from tournaments.director.display.ruling_shapes import REASONS, RulingInfo
from tournaments.director.display.shapes import Team
from tournaments.director.policy.conditions import Verdict
from tournaments.director.policy.timetable import Timetable, timetable
from tournaments.director.selectors import At, Detail, EntryInfo, MatchInfo, RoundInfo
from tournaments.director.state.invitations import Expected
from tournaments.director.state.settings import entries_limit
from tournaments.director.state.stage_settings import Stage
from tournaments.director.web import conditions
from tournaments.director.web.match_form import series_words
from tournaments.director.web.tournament_forms import BotsForm
from tournaments.pairing.registry import FORMATS
from tournaments.tables import catalogue
from tournaments.tables import selectors as table_selectors

PODIUM = 3
"""Final places that are shown apart."""
KEPT = 60
"""Seconds for which lists are kept that all readers share."""
PAIRED = ("overview", "rounds")
"""The tabs that show pairings."""
TABS = ("overview", "bracket", "rounds", "standings", "crosstable", "rulings")


def context(request: HttpRequest, at: At, tab: str) -> dict[str, object]:
    user, detail = request.user, at.detail
    past = at.seq if at.seq < at.latest else None
    directs = user.is_authenticated and selectors.may_direct(detail, user)
    expected = imports.expected(detail.id) if detail.status == "announced" else Expected()
    return {
        "area": "tournaments",
        "t": detail,
        "tab": tab,
        "as_of": past,
        "latest": at.latest,
        "after_round": next((number for number, seq in at.ends.items() if seq == past), None),
        "club": clubs.by_ids([detail.settings.club]).get(detail.settings.club) if detail.settings.club else None,
        "tabs": tabs(detail),
        "knocks_out": (knocks_out := FORMATS[detail.settings.format].knocks_out),
        "series": series_words(detail.settings),
        "game": catalogue.game(detail.settings.game),
        "mine": entry_of(request, detail),
        "own": number_of(request, detail),
        "directs": directs,
        "next_table": (waiting := next_table(detail, user.pk)),
        "next_number": _number(detail, waiting),
        "next_grace": _awaited_until(detail, waiting),
        "gathering": (waited := cast(frozenset[str], SimpleLazyObject(lambda: gathering(detail)))),
        "dealt": dealt(detail.rounds if tab in ("bracket", "rounds") else detail.rounds[-1:]),
        "ending": _ending(detail),
        "plays": lambda: detail.status == "running" and not _undecided(detail).issubset(waited),
        "withdrew": _withdrew(request, detail),
        "asks": [team for team in detail.teams if user.pk in [member.user for member in team.awaited]],
        "my_team": next((team for team in detail.teams if _confirmed(team, user.pk)), None),
        "left_out": starting.to_admit(detail.id) if directs and detail.status == "running" else (),
        "draws_again": not FORMATS[detail.settings.format].open_field,
        "late": detail.takes_late and entry_of(request, detail) is None and not _withdrew(request, detail),
        "asked_to_direct": user.pk in detail.asked,
        "co_directs": user.pk in detail.organisers,
        "owns": isinstance(user, User) and selectors.owns(detail, user),
        "waits": _waits(request, detail),
        "full": len([entry for entry in detail.entries if not entry.withdrawn]) >= entries_limit(detail.settings),
        "verdicts": _verdicts(request, detail),
        "conditions": conditions.lines(detail),
        "check_in_open": detail.check_in_open,
        "plan": _plan(detail) if directs else None,
        "podium": podium(detail),
        "invited": imports.invited(detail.id) if expected.invited else (),
        "invited_me": user.pk in expected.invited,
        "seeding": bool(expected.seeding),
        "ends": () if knocks_out else tuple(at.ends.items()),
        "lift": imports.to_lift(detail.id) if detail.refused == "forbidden_pairs" else (),
        "files": exports.available(detail.settings, paired=bool(detail.rounds)),
        "next_round": len(detail.rounds) + 1,
        "round": detail.rounds[-1] if detail.rounds else None,
        "notices": (notices := attention.notices_for(detail.id, user)),
        "present_notices": [each for each in notices if not each.past],
        "reasons": REASONS,
        "ruled": (ruled := SimpleLazyObject(lambda: {ruling.number: ruling for ruling in at.rulings(user)})),
        "kept_for": KEPT,
        "kept": SimpleLazyObject(lambda: lists_key(request, at, tab, waited, cast(Mapping[int, RulingInfo], ruled))),
        "bots_form": BotsForm() if directs and detail.settings.bots and detail.status == "announced" else None,
    }


def moment(request: HttpRequest, tournament_id: str) -> At:
    """The tournament as of the event that the reader asks for; now, also for what there is not."""
    now = selectors.at(tournament_id)
    after_round, as_of = (request.GET.get(name, "") for name in ("after_round", "as_of"))
    if _is_number(after_round):
        return now.back_at(now.ends.get(int(after_round)))
    return now.back_at(int(as_of)) if _is_number(as_of) and int(as_of) else now


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def _waits(request: HttpRequest, detail: Detail) -> int:
    """The reader's place on the waiting list; 0 if they are not on it."""
    places = (place for place, entry in enumerate(detail.waiting, start=1) if request.user.pk in entry.users)
    return next(places, 0)


def _verdicts(request: HttpRequest, detail: Detail) -> tuple[Verdict, ...]:
    """What the conditions say to a reader who might enter."""
    user = request.user
    asks = detail.status == "announced" or detail.takes_late
    if not asks or not isinstance(user, User) or entry_of(request, detail):
        return ()
    return candidates.told(detail.id, user)


def tabs(detail: Detail) -> tuple[str, ...]:
    """The parts that the tournament has: a bracket or rounds."""
    if not detail.rounds:
        return TABS[:1]
    kinds = [FORMATS[each].knocks_out for each in (detail.settings.format, *(one.format for one in _later(detail)))]
    without = (*(("rounds", "crosstable") if all(kinds) else ()), *(() if any(kinds) else ("bracket",)))
    return tuple(tab for tab in TABS if tab not in without)


def _later(detail: Detail) -> tuple[Stage, ...]:
    """The stages after the first."""
    return detail.settings.stages


def number_of(request: HttpRequest, detail: Detail) -> int | None:
    """The number of the reader's entry, withdrawn or not."""
    user = request.user.pk
    return next((entry.number for entry in detail.entries if user in entry.users), None) if user else None


def _withdrew(request: HttpRequest, detail: Detail) -> bool:
    user = request.user.pk
    return user is not None and any(user in entry.users and entry.withdrawn for entry in detail.entries)


def _plan(detail: Detail) -> Timetable | None:
    """How it would run with those who have entered."""
    here = [entry for entry in detail.entries if not entry.withdrawn]
    return timetable(detail.settings, len(here)) if detail.status == "announced" and detail.settings.stages else None


def podium(detail: Detail) -> list[EntryInfo]:
    """The final places that are shown apart, best first."""
    placed = [entry for entry in detail.entries if entry.place and entry.place <= PODIUM]
    return sorted(placed, key=lambda entry: entry.place or 0)


def _confirmed(team: Team, user: int | None) -> bool:
    return user in team.users and user not in [member.user for member in team.awaited]


def entry_of(request: HttpRequest, detail: Detail) -> EntryInfo | None:
    """The reader's own, if they take part."""
    entries = (*detail.entries, *detail.waiting)
    mine = (entry for entry in entries if request.user.pk in entry.users and not entry.withdrawn)
    return next(mine, None)


def etag(request: HttpRequest, tournament_id: str, tab: str = "overview") -> str | None:
    """What stands for the page as its script has it, which asks every few seconds; nothing for a whole page."""
    if "HX-Request" not in request.headers:
        return None
    detail = selectors.detail(tournament_id)
    waits = sorted(gathering(detail)), _ending(detail), detail.check_in_open
    reader = request.user.pk, request.COOKIES.get("csrftoken"), get_current_timezone_name()
    return f'"{_digest(tab, request.GET.urlencode(), waits, reader, *_shown(detail))}"'


def lists_key(request: HttpRequest, at: At, tab: str, waited: Iterable[str], ruled: Mapping[int, RulingInfo]) -> str:
    """The cache key of the page's lists, beside the part of them that is shown; empty if they are drawn for this reader
    alone. Readers share them if they use one language and may read the same reasons of rulings."""
    if "line" in request.GET or "match" in request.GET:  # one explanation is unfolded
        return ""
    by_ruling = any(match.ruling for paired in at.detail.rounds for match in paired.matches)
    reasons = [ruling.signed.why for ruling in ruled.values()] if by_ruling else []  # differ by reader, may be erased
    waiting = sorted(waited) if tab in PAIRED else ()
    return _digest(tab, at.seq, at.seq < at.latest, waiting, reasons, *_shown(at.detail))


def _shown(detail: Detail) -> tuple[object, ...]:
    """What the page depends on for every reader."""
    names = [detail.organiser_name, *detail.organiser_names]
    for entry in (*detail.entries, *detail.waiting):
        names += [f"{entry.name} {entry.level}", *entry.former]
        names += [f"{member.name} {member.level}" for member in entry.members]
    for team in detail.teams:
        names += [team.name, *(f"{member.name} {member.level}" for member in team.members)]
    return detail.id, detail.seq, names, get_language()


def _digest(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:32]


def next_table(detail: Detail, user_id: int | None) -> MatchInfo | None:
    """The match that waits for the reader."""
    if detail.status != "running" or not user_id:
        return None
    own = {entry.number for entry in detail.entries if user_id in entry.users and not entry.withdrawn}
    for paired in detail.rounds if own else ():
        for name, entries in paired.undecided.items():
            if own.intersection(entries) and (match := paired.match(name)).table:
                return match
    return None


def _number(detail: Detail, match: MatchInfo | None) -> int | None:
    """Of the table of *match* in its round, from 1."""
    rounds = (paired.names for paired in detail.rounds if match and match.match in paired.names)
    return next((names.index(match.match) + 1 for names in rounds), None) if match else None


def _awaited_until(detail: Detail, match: MatchInfo | None) -> int | None:
    """Until when the players of *match* are awaited, if it is their first table."""
    rounds = (paired for paired in detail.rounds if match and match.match in paired.names)
    return next((paired.grace for paired in rounds), None) if match and not match.over else None


def _undecided(detail: Detail) -> frozenset[str]:
    """The matches that have no result."""
    return frozenset(name for paired in detail.rounds for name in paired.undecided)


def gathering(detail: Detail) -> frozenset[str]:
    """The matches whose tables wait for players."""
    undecided = _undecided(detail) if detail.status == "running" else ()
    return frozenset(table_selectors.gathering_for(undecided)) if undecided else frozenset()


def dealt(rounds: Iterable[RoundInfo]) -> frozenset[str]:
    """The matches of *rounds* of which there is something to see, looked up when they are asked for."""
    names = [name for paired in rounds for name in paired.names]
    return cast(frozenset[str], SimpleLazyObject(lambda: frozenset(table_selectors.dealt_for(names))))


def _ending(detail: Detail) -> int:
    """The tables of a tournament that was called off which are still being ended."""
    return len(table_selectors.underway_for(_undecided(detail))) if detail.status == "cancelled" else 0
