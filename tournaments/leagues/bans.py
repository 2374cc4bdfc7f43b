"""A club bans somebody: what they have entered there for the future is withdrawn, for they could not enter now."""

from collections.abc import Sequence

from engine.events import Event
from tournaments.clubs.streams import CLUBS
from tournaments.director import holdings
from tournaments.director import services as director
from tournaments.leagues.ladders import appointments
from tournaments.leagues.models import Ladder
from tournaments.leagues.nights.calendar import Calendar
from tournaments.leagues.nights.events import Attending
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.log import sources


def follow(club_id: str) -> None:
    """Withdraw what those have entered whom the club has banned. May be repeated."""
    now = sources.now_ms()
    for user, ban in CLUBS.current(club_id).state.bans.items():
        if ban.until > now:
            withdraw(club_id, user)


def withdraw(club_id: str, user: int) -> None:
    """Take *user* out of the club's tournaments that have not started, off its nights and ladders."""
    for tournament_id in holdings.ahead_in_club(user, club_id):
        director.put_out(tournament_id=tournament_id, user_id=user)
    CALENDARS.carry_out(club_id, lambda calendar: _not_coming(calendar, user), actor=None, command=None)
    for ladder_id in Ladder.objects.filter(club=club_id, users__contains=[user]).values_list("pk", flat=True):
        appointments.drop(ladder_id=ladder_id, user=user, cause="club")


def _not_coming(calendar: Calendar, user: int) -> Sequence[Event]:
    now = sources.now_ms()
    ahead = (night for night in calendar.nights.values() if not night.cancelled and night.starts_at > now)
    return [Attending(night.id, user, "no") for night in ahead if night.answers.get(user, "no") != "no"]
