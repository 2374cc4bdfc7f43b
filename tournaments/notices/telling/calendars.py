"""What the events of a club's calendar tell its members. Pure."""

from engine.events import Event
from tournaments.clubs.state import Club
from tournaments.leagues.nights import events as e
from tournaments.leagues.nights.calendar import Calendar, Night
from tournaments.notices.told import Over, Telling, Told, to


def of_calendar(event: Event, calendar: Calendar, club: Club, *, actor: int | None) -> Telling:
    """What follows from *event*, done by *actor*, in *calendar* as it is after it."""
    match event:
        case e.NightAnnounced():
            return _announced(event, club, actor)
        case e.NightMoved():
            night = calendar.nights[event.night]
            old = Over(("night_tomorrow",), night.id)
            return Telling((_told("night_moved", night, _who_may_come(night, club, actor), club),), (old,))
        case e.NightCancelled():
            night = calendar.nights[event.night]
            old = Over(("night_tomorrow", "night_announced", "night_open", "night_moved"), night.id)
            return Telling((_told("night_cancelled", night, _who_may_come(night, club, actor), club),), (old,))
    return Telling()


def tomorrow(night: Night, club: Club) -> Told:
    """To those who said that they come, or may: a day before it begins."""
    users = tuple(user for user, answer in night.answers.items() if answer != "no" and user in club.members)
    return _told("night_tomorrow", night, users, club, due=night.starts_at)


def _announced(event: e.NightAnnounced, club: Club, actor: int | None) -> Telling:
    facts = {"club": club.id, "night": event.night, "title": event.title, "starts_at": event.starts_at}
    members = to(*club.members, apart_from=actor)
    kind = "night_announced" if event.tournaments or event.faults else "night_open"
    told = [Told(kind=kind, users=members, subject=event.night, facts=facts, club=club.id)]
    if event.faults:
        keepers = to(*(user for user in club.members if club.has_duty(user, "events")))
        faults = facts | {"codes": [fault.code for fault in event.faults]}
        told.append(Told(kind="fault", users=keepers, subject=event.night, facts=faults, club=club.id))
    return Telling(told)


def _who_may_come(night: Night, club: Club, actor: int | None) -> tuple[int, ...]:
    """All members but those who said no."""
    return to(*(user for user in club.members if night.answers.get(user) != "no"), apart_from=actor)


def _told(kind: str, night: Night, users: tuple[int, ...], club: Club, due: int | None = None) -> Told:
    facts = {"club": club.id, "night": night.id, "title": night.title, "starts_at": night.starts_at}
    return Told(kind=kind, users=users, subject=night.id, facts=facts, club=club.id, due=due)
