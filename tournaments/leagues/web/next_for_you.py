"""What comes next for the viewer: tournaments, and in their clubs nights and challenges."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.models import User
from tournaments.clubs import selectors as clubs
from tournaments.clubs.selectors import Listed
from tournaments.clubs.web.club_page import Person, named
from tournaments.director import selectors as director
from tournaments.director.selectors import Summary
from tournaments.director.state.tournament import Status
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.ladders.ladder import Challenge
from tournaments.leagues.nights import selectors as nights
from tournaments.leagues.nights.calendar import Night
from tournaments.log import sources

MOST = 4
LOOKED_AT = 4 * MOST
"""Tournaments, of which some may wait for the viewer though others are nearer."""
NOBODY = Person(0, "?")


class Step(NamedTuple):
    """Something at a time (epoch ms), and the button that leads to it; *urgent*: it waits for the viewer."""

    at: int
    title: str
    words: str
    action: str
    address: str
    urgent: bool = False


def steps(user: User) -> list[Step]:
    """The few that wait for *user* or are nearest to now, in the order of their times."""
    now = sources.now_ms()
    mine = {each.id: each for each in clubs.of_user(user.pk, viewer=user) if each.closed_at is None}
    found = [*_entered(user.pk), *_directed(user.pk)]
    if mine:
        found += [*_nights(user.pk, mine), *_challenges(user.pk, mine)]
    return sorted(sorted(found, key=lambda step: (not step.urgent, abs(step.at - now)))[:MOST])


def _entered(user: int) -> Iterator[Step]:
    """Tournaments to come, those that go on, also while the player has no table there, and the last day's."""
    statuses: tuple[Status, ...] = ("announced", "running", "finished")
    for each in director.listed(*statuses, user=user, viewer=user, near=sources.now_ms(), limit=LOOKED_AT):
        checks_in, words = _of_coming(each.id, user) if each.status == "announced" else (False, _of_begun(each))
        action = gettext("Check in") if checks_in else gettext("See")
        yield Step(each.starts_at, each.name, words, action, reverse("tournament", args=(each.id,)), checks_in)


def _of_coming(tournament: str, user: int) -> tuple[bool, str]:
    """Whether it waits for them to check in, and what is said of it."""
    match director.has_checked_in(tournament, user):
        case None:
            return False, gettext("you have entered")
        case True:
            return False, gettext("you have checked in")
    return True, gettext("check in, or it begins without you")


def _of_begun(summary: Summary) -> str:
    if summary.status == "finished":
        return gettext("it is over: see the places")
    to_draw = director.round_to_draw(summary.id)
    words = (
        gettext("you play: round {round} is still to be drawn")
        if to_draw
        else gettext("you play: round {round} of {rounds}")
    )
    return words.format(round=to_draw or summary.round, rounds=summary.rounds)


def _directed(user: int) -> Iterator[Step]:
    """Tournaments of the organiser that have not begun, or are played."""
    found = director.listed("running", "announced", directs=user, viewer=user, near=sources.now_ms(), limit=2 * MOST)
    for each in found:
        waits = director.waits_for_directors(each.id)
        entries = ngettext("{count} entry", "{count} entries", each.entries).format(count=each.entries)
        words = gettext("you direct it · {entries}").format(entries=entries)
        words = gettext("{words} · it waits for you").format(words=words) if waits else words
        address = reverse("tournament-desk", args=(each.id,))
        yield Step(each.starts_at, each.name, words, gettext("Desk"), address, waits)


def _nights(user: int, mine: Mapping[str, Listed]) -> Iterator[Step]:
    for club, night in nights.coming(mine, limit=MOST):
        address = reverse("club-night", args=(mine[club].slug, night.id))
        action = gettext("See") if user in night.answers else gettext("Answer")
        yield Step(night.starts_at, night.title, f"{mine[club].name} · {_answers(night, user)}", action, address)


def _answers(night: Night, user: int) -> str:
    match night.answers.get(user):
        case "yes":
            return gettext("you said that you are coming")
        case "maybe":
            return gettext("you said maybe")
        case "no":
            return gettext("you said that you are not coming")
    coming = sum(each == "yes" for each in night.answers.values())
    if not coming:
        return gettext("nobody has answered yet: are you coming?")
    return ngettext("{count} is coming: are you?", "{count} are coming: are you?", coming).format(count=coming)


def _challenges(user: int, mine: Mapping[str, Listed]) -> Iterator[Step]:
    found = [ladders.challenge(row.pk) for row in ladders.of_user(user, limit=MOST)]
    people = named(each for _ladder, challenge in found for each in challenge.players)
    for ladder, challenge in found:
        club = mine.get(ladder.rules.club)
        if club is None:
            continue
        one, other = (people.get(each, NOBODY).name for each in (challenge.challenger, challenge.defender))
        title = gettext("{one} challenges {other}").format(one=one, other=other)
        words = f"{club.name} · {ladder.rules.title}: {_state(challenge)}"
        waits = _waits_for(challenge, user)
        action = gettext("Answer") if waits else gettext("See")
        address = reverse("club-challenge", args=(club.slug, challenge.id))
        yield Step(_due(challenge), title, words, action, address, waits)


def _state(challenge: Challenge) -> str:
    match challenge.status:
        case "asked":
            return gettext("to be answered by then")
        case "accepted":
            return gettext("to be played by then")
        case "playing":
            return gettext("the table is open")
    return gettext("the time is agreed")


def _due(challenge: Challenge) -> int:
    if challenge.status == "asked":
        return challenge.respond_by
    return challenge.time or challenge.play_by or challenge.respond_by


def _waits_for(challenge: Challenge, user: int) -> bool:
    """Whether it is theirs to say something."""
    if challenge.status == "asked":
        return user == challenge.defender
    return challenge.offer is not None and challenge.offer.user != user and user not in challenge.others
