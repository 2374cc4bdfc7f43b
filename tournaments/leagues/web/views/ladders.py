"""A club's challenge ladders: the list, opening one, the rungs with Challenge or the reason on each."""

from functools import partial
from heapq import nlargest
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from accounts.sessions import user_of
from tournaments.clubs import access
from tournaments.clubs.state import Club
from tournaments.clubs.web.club_page import Ask, Person, asked, named, of_club, shown
from tournaments.kit.refusals import done, filed
from tournaments.leagues import history
from tournaments.leagues.errors import UnknownLadder
from tournaments.leagues.history import recorded_at
from tournaments.leagues.ladders import in_room, selectors, services
from tournaments.leagues.ladders.in_room import Waiting
from tournaments.leagues.ladders.ladder import Challenge, Ladder
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.ladders.words import OBSTACLES, OUTCOMES
from tournaments.leagues.rules.reasons import Obstacle
from tournaments.leagues.web.ladder_forms import AwayForm, LadderForm, RulingForm
from tournaments.leagues.web.league_tabs import history as past
from tournaments.leagues.web.league_tabs import moment
from tournaments.log.sources import now_ms
from tournaments.platform.units import DAY
from tournaments.ratings import ladders as ratings
from tournaments.tables import catalogue

VERBS = ("join", "leave", "back", "close")
LATELY = 10
"""Challenges that are over, on the ladder's page."""
NOBODY = Person(0, "?")


class Rung(NamedTuple):
    """A line: who stands there since when, and why they cannot be challenged, if one asks."""

    place: int
    person: Person
    days: int
    away_until: int | None
    is_away: bool
    obstacle: Obstacle | None
    reason: str
    challenge: Challenge | None
    against: Person | None


@require_safe
@of_club
def ladders(request: HttpRequest, club: Club) -> HttpResponse:
    rows = selectors.of_club(club.id)
    people = named(row.users[0] for row in rows if row.users)
    lines = [(row, people.get(row.users[0]) if row.users else None, len(row.users)) for row in rows]
    rated = ratings.games_of(club.id)
    games = [game for game in catalogue.games() if game.key in rated]
    return shown(request, "leagues/ladders.html", club, "ladders", lines=lines, games=games)


@login_required
@of_club
def new(request: HttpRequest, club: Club) -> HttpResponse:
    """First the game, then the rules."""
    access.check(request.user, "ladders", club)
    key = request.GET.get("game", "")
    if not key:
        return shown(request, "leagues/ladder_form.html", club, "ladders", games=catalogue.games())
    game = catalogue.game(key)
    form = LadderForm(request.POST or None, game=game)
    if request.method == "POST" and form.is_valid():
        made = filed(form, services.open_ladder, club_id=club.id, by=user_of(request).pk, draft=form.draft())
        if made is not None:
            return redirect("club-ladder", address=club.founded.slug, ladder_id=made)
    return shown(
        request, "leagues/ladder_form.html", club, "ladders", game=game, form=form, status=422 if form.errors else 200
    )


def of(club: Club, ladder_id: str) -> Ladder:
    """The ladder, if it is this club's."""
    found = selectors.ladder(ladder_id)
    if found.rules.club != club.id:
        raise UnknownLadder()
    return found


@require_safe
@of_club
def ladder(request: HttpRequest, club: Club, ladder_id: str) -> HttpResponse:
    found, now, user = of(club, ladder_id), now_ms(), request.user.pk
    at = moment(request, club, found.seq, reverse("club-ladder-history", args=[club.founded.slug, ladder_id]))
    if at.is_past:
        found, now = selectors.ladder(ladder_id, as_of=at.as_of), recorded_at(LADDERS.name(ladder_id), at.as_of)
    open_ = found.open_challenges
    ended = nlargest(LATELY, (each for each in found.challenges.values() if not each.is_open), key=_ended_at)
    people = named({*found.order, *(who for each in [*open_, *ended] for who in each.players)})
    rungs = _rungs(found, people, user, now, may=access.can(request.user, "challenge", club))
    mine = next((rung for rung in rungs if rung.person.id == user), None)
    near = [rung for rung in rungs if mine is not None and rung.obstacle is None and rung.place < mine.place]
    if at.is_past:
        near, open_ = [], []
    context: dict[str, Any] = {
        "ladder": found,
        "moment": at,
        "rungs": rungs,
        "mine": mine,
        "best": near[0] if near else None,
        "open": [(each, people) for each in open_ if user in each.players],
        "waiting": _waiting(request, club, found, people) if not at.is_past else [],
        "lately": [(each, told(each, people)) for each in ended],
        "games": catalogue.game(found.rules.game),
        "now": now,
    }
    return shown(request, "leagues/ladder.html", club, "ladders", **context)


@require_safe
@login_required
@of_club
def what_happened(request: HttpRequest, club: Club, ladder_id: str) -> HttpResponse:
    found = of(club, ladder_id)
    page = reverse("club-ladder", args=[club.founded.slug, ladder_id])
    read = partial(history.of_ladder, ladder_id)
    return past(request, club, "ladders", read, title=found.rules.title, looks_at=page)


def _waiting(
    request: HttpRequest, club: Club, ladder: Ladder, people: dict[int, Person]
) -> list[tuple[Waiting, Person, Person]]:
    """The results with real cards that an organiser is to decide, each with the two; not those of their own."""
    if not access.can(request.user, "ladder_rulings", club):
        return []
    found = [each for each in in_room.waiting(ladder) if request.user.pk not in each.challenge.players]
    two = [(people.get(each.challenge.challenger), people.get(each.challenge.defender)) for each in found]
    return [(each, one or NOBODY, other or NOBODY) for each, (one, other) in zip(found, two, strict=True)]


def _ended_at(challenge: Challenge) -> int:
    return challenge.ended_at or 0


def told(challenge: Challenge, people: dict[int, Person]) -> str:
    """How it ended, in words."""
    names = {
        "challenger": people.get(challenge.challenger, NOBODY).name,
        "defender": people.get(challenge.defender, NOBODY).name,
    }
    return gettext(OUTCOMES[challenge.outcome or "void"]).format(**names)


def _rungs(ladder: Ladder, people: dict[int, Person], user: int | None, now: int, *, may: bool) -> list[Rung]:
    defending = {each.defender: each for each in ladder.open_challenges}
    asking = {each.challenger: each for each in ladder.open_challenges}
    obstacles = selectors.obstacles(ladder, user, now=now) if may and user is not None and user in ladder.order else {}
    rungs = []
    for place, each in enumerate(ladder.order, start=1):
        obstacle = obstacles.get(each)
        away, challenge = ladder.away.get(each), asking.get(each) or defending.get(each)
        other = challenge and (challenge.defender if each == challenge.challenger else challenge.challenger)
        rungs.append(
            Rung(
                place,
                people.get(each, NOBODY),
                max(0, now - ladder.moved.get(each, now)) // DAY,
                away.until if away else None,
                away is not None,
                obstacle,
                gettext(OBSTACLES[obstacle.code]) if obstacle else "",
                challenge,
                people.get(other) if other else None,
            )
        )
    return rungs


ASKED = {
    "leave": (
        _("Leave {title}?"),
        _("You lose the challenges that are open. If you join again, you begin at the bottom."),
        _("Leave the ladder"),
    ),
    "close": (
        _("Close {title} for good?"),
        _("Open challenges are void, and nobody can be challenged any more. The order stays to be seen."),
        _("Close the ladder for good"),
    ),
}
"""What cannot be undone: the question, what follows, the button."""


@login_required
@of_club
def act(request: HttpRequest, club: Club, ladder_id: str, verb: str) -> HttpResponse:
    """What cannot be undone asks first."""
    found = of(club, ladder_id)
    if request.method != "POST" and verb in ASKED:
        title, follows, yes = map(gettext, ASKED[verb])
        back = reverse("club-ladder", args=[club.founded.slug, ladder_id])
        return asked(request, club, "ladders", Ask(title.format(title=found.rules.title), follows, yes, back))
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    acts: dict[str, Any] = {
        "join": services.join,
        "leave": services.leave,
        "back": services.come_back,
        "close": services.close,
    }
    done(request, acts[verb], ladder_id=ladder_id, by=user_of(request).pk)
    return redirect("club-ladder", address=club.founded.slug, ladder_id=ladder_id)


@login_required
@of_club
def away(request: HttpRequest, club: Club, ladder_id: str) -> HttpResponse:
    found = of(club, ladder_id)
    form = AwayForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        until = form.cleaned_data["until"]
        ms = int(until.timestamp() * 1000) if until else None
        filed(form, services.set_away, ladder_id=ladder_id, by=user_of(request).pk, until=ms)
        if not form.errors:
            return redirect("club-ladder", address=club.founded.slug, ladder_id=ladder_id)
    return shown(
        request,
        "leagues/ladder_away.html",
        club,
        "ladders",
        ladder=found,
        form=form,
        status=422 if form.errors else 200,
    )


@login_required
@of_club
def rule(request: HttpRequest, club: Club, ladder_id: str) -> HttpResponse:
    """An organiser puts somebody where they belong, and says why."""
    access.check(request.user, "ladder_rulings", club)
    found = of(club, ladder_id)
    people = named(found.order)
    choices = [(user, people.get(user, NOBODY).name) for user in found.order]
    form = RulingForm(request.POST or None, people=choices)
    if request.method == "POST" and form.is_valid():
        given = {"order": form.moved(), "text": form.cleaned_data["text"]}
        filed(form, services.rule, ladder_id=ladder_id, by=user_of(request).pk, **given)
        if not form.errors:
            return redirect("club-ladder", address=club.founded.slug, ladder_id=ladder_id)
    return shown(
        request,
        "leagues/ladder_rule.html",
        club,
        "ladders",
        ladder=found,
        form=form,
        status=422 if form.errors else 200,
    )
