"""What a club's events tell. Pure."""

from engine.events import Event
from tournaments.clubs import events as e
from tournaments.clubs.state import Club
from tournaments.notices.told import Over, Telling, Told, to


def of_club(event: Event, club: Club, *, actor: int | None) -> Telling:
    """What follows from *event*, done by *actor*, in *club* as it is after it."""
    match event:
        case e.Requested() | e.RequestEnded() | e.Joined() | e.Invited() | e.InvitationEnded():
            return _of_coming(event, club, actor)
        case e.NewsPosted(news=news, title=title):
            return _one(club, "news", to(*club.members, apart_from=actor), news, title=title)
        case e.NewsWithdrawn(news=news):
            return Telling(over=(Over(("news",), news),))
        case e.Removed(user=user, cause=cause):
            # a club's name would be a message to anybody whom it bans
            return _one(club, "removed", (user,) if user in club.put_out else (), str(user), cause=cause)
        case e.RoleSet(user=user, role=role):
            return _one(club, "role", to(user, apart_from=actor), str(user), role=role)
    return _of_owners(event, club, actor)


def _of_coming(event: Event, club: Club, actor: int | None) -> Telling:
    keepers = [user for user in club.members if club.has_duty(user, "members")]
    match event:
        case e.Requested(user=user):
            return _one(club, "request", to(*keepers, apart_from=actor), _request(club, user), user=user)
        case e.RequestEnded(user=user, outcome=outcome):
            told = () if outcome != "declined" else _one(club, "declined", (user,), str(user)).told
            return Telling(told, (Over(("request",), _request(club, user)),))
        case e.Joined(user=user, way=way, invitation=invitation):
            told = _one(club, "joined", to(*keepers, apart_from=user), str(user), user=user, way=way).told
            invited = (Over(("invited",), invitation, (user,)),) if invitation else ()
            return Telling(told, (Over(("request",), _request(club, user)), *invited))
        case e.Invited(user=int(user), invitation=invitation):
            return _one(club, "invited", (user,), invitation, by=actor, invitation=invitation)
        case e.InvitationEnded(invitation=invitation):
            return Telling(over=(Over(("invited",), invitation),))
    return Telling()


def _of_owners(event: Event, club: Club, actor: int | None) -> Telling:
    match event:
        case e.OwnerCalled(due=due):
            return _claim(club, to(club.owner), "called", due=due)
        case e.OwnerLost():
            return _claim(club, to(*club.members), "lost")
        case e.OwnershipClaimed(user=user):
            return _claim(club, to(*club.members, apart_from=user), "claimed", user=user)
        case e.OwnerSet(user=user):
            told = _claim(club, to(*club.members, apart_from=actor), "set", user=user).told
            return Telling(
                told, (Over(("owner_claim",), f"{club.id}/lost"), Over(("owner_claim",), f"{club.id}/offered"))
            )
        case e.HandoverOffered(user=user, expires_at=expires_at):
            return _claim(club, (user,), "offered", due=expires_at)
        case e.HandoverEnded():
            return Telling(over=(Over(("owner_claim",), f"{club.id}/offered"),))
        case e.OwnerAnswered():
            return Telling(over=(Over(("owner_claim",), f"{club.id}/called"),))
    return Telling()


def _claim(club: Club, users: tuple[int, ...], what: str, **facts: int) -> Telling:
    return _one(club, "owner_claim", users, f"{club.id}/{what}", what=what, **facts)


def _one(club: Club, kind: str, users: tuple[int, ...], subject: str, **facts: object) -> Telling:
    told = Told(kind=kind, users=users, subject=subject, facts={"club": club.id, **facts}, club=club.id)
    return Telling((told,))


def _request(club: Club, user: int) -> str:
    return f"{club.id}/{user}"
