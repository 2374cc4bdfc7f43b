"""A club's night, schedule, ladder and challenge, and what the forms of each are sent."""

from datetime import UTC, date, datetime, timedelta

from accounts.models import User
from tests.factories import concede, open_for
from tournaments.leagues.ladders import services as ladders
from tournaments.leagues.ladders.services import Draft as LadderDraft
from tournaments.leagues.nights import services as nights
from tournaments.leagues.nights.decisions import Draft
from tournaments.leagues.rules.recurrence import Weekly
from tournaments.leagues.seasons import services as seasons
from tournaments.leagues.seasons.decisions import Draft as SeasonDraft

TODAY = datetime.now(UTC).date()
SOON = f"{TODAY + timedelta(days=3)}"
SCHEDULE = {
    "title": "Thursday night",
    "repeats": "weekly",
    "weekdays": "TH",
    "every": "1",
    "at": "19:30",
    "minutes": "180",
    "since": SOON,
    "ahead_days": "7",
    "host": "{ann}",
}
FORMS = {
    "club-night-new": {"title": "Friday", "day": SOON, "at": "20:00", "minutes": "120"},
    "club-night-attend": {"answer": "yes"},
    "club-night-add": {"tournament": "nosuchcup0"},
    "club-night-mark": {"user": "{ben}", "present": "yes"},
    "club-night-move": {"starts_at": f"{SOON}T21:00", "minutes": "120"},
    "club-schedule-new": SCHEDULE,
    "club-schedule": SCHEDULE,
    "club-preset-new": {"name": "Swiss", "evening": "quick", "clock": "usual"},
    "club-ladder-new": {
        "title": "Ladder",
        "rule": "insert",
        "seats": "2",
        "reach": "3",
        "clock": "600+5",
        "option-length": "deal",
    },
    "club-ladder-rule": {"user": "{ben}", "place": "1", "text": "Agreed."},
    "club-rating-correct": {"text": "It was for practice."},
    "club-ladder-challenge": {"defender": "{ben}"},
    "club-challenge-propose": {"time": f"{SOON}T21:00"},
    "club-challenge-rule": {"outcome": "void", "text": "Not played."},
    "club-season-new": {
        "title": "Autumn",
        "game": "duck-soup",
        "since": SOON,
        "to": f"{TODAY + timedelta(days=60)}",
        "unit": "table",
        "least": "0",
        "down": "1",
    },
    "club-season-edit": {"title": "Winter", "since": SOON, "to": f"{TODAY + timedelta(days=60)}"},
}
_SEASON = SeasonDraft(
    game="duck-soup", title="Autumn", since=date.fromisoformat(SOON), to=TODAY + timedelta(days=60), unit="table"
)


def parts(club: str, owner: int, member: int) -> dict[str, str]:
    """What paths of its nights and ladders name; the owner has been challenged by the member."""
    day = date.fromisoformat(SOON)
    drafted = Draft(title="Thursday", rule=Weekly(("TH",)), at="19:30", since=day)
    ladder = ladders.open_ladder(club_id=club, by=owner, draft=LadderDraft(game="duck-soup", title="Ladder"))
    for user in (owner, member):
        ladders.join(ladder_id=ladder, by=user)
    rated = open_for(*(User.objects.get(pk=user) for user in (owner, member)), rated=True, club=club)
    concede(rated)
    return {
        "rated": rated,
        "night_id": nights.announce_by_hand(club_id=club, by=owner, title="Night", day=day, at="20:00"),
        "schedule_id": nights.set_schedule(club_id=club, by=owner, draft=drafted),
        "ladder_id": ladder,
        "season_id": seasons.open_season(club_id=club, by=owner, draft=_SEASON),
        "challenge_id": ladders.challenge(ladder_id=ladder, by=member, defender=owner),
    }
