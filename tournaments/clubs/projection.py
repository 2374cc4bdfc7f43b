"""From the clubs' events to their rows. The services and ``rebuild`` write by the same function.

A club's rows follow from its state before and after some events, so the fold is the only place that says what an event
means.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournaments.clubs.choices import CLAIMS_LAST, OWNERLESS_LASTS, REQUEST_LASTS
from tournaments.clubs.decisions.offices import first_claim
from tournaments.clubs.events import CODEC
from tournaments.clubs.folding import advance
from tournaments.clubs.models import Club, Invitation, Member, Request, Slug
from tournaments.clubs.state import Club as State
from tournaments.log.events import Stored
from tournaments.log.projections import Projection
from tournaments.log.selectors import load

PREFIX = "club:"


def apply(stream: str, events: Sequence[Stored]) -> None:
    """Write what *events*, the next ones of *stream*, say."""
    if not events:
        return
    club_id = stream.removeprefix(PREFIX)
    earlier = load(stream, until=events[0].seq - 1) if events[0].seq > 1 else ()
    before = _folded(State(club_id), earlier)
    write(before, _folded(before, events), {event.seq: event.actor for event in events})


def _folded(club: State, events: Sequence[Stored]) -> State:
    for stored in events:
        club = advance(club, [CODEC.decode(stored.kind, stored.version, stored.payload)], at=stored.recorded_at)
    return club


def write(before: State, after: State, actors: Mapping[int, int | None]) -> None:
    """The rows of *after*, where *before* has others; *actors* by the seq of what is new."""
    Club.objects.bulk_create(
        [Club(id=after.id, **_row(after))],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=list(_row(after)),
    )
    known = set(before.slugs)
    Slug.objects.bulk_create(Slug(slug=slug, club=after.id) for slug in after.slugs if slug not in known)
    _members(before, after)
    _requests(before, after)
    _invitations(before, after, actors)


def _row(club: State) -> dict[str, Any]:
    facts = club.founded
    names = ("slug", "name", "language", "zone", "visibility", "join", "palette", "emblem")
    return {name: getattr(facts, name) for name in names} | {
        "description_id": facts.description,
        "owner": club.owner,
        "members": len(club.members),
        "founded_at": club.founded_at,
        "changed_at": club.at,
        "closed_at": club.closed.at if club.closed else None,
        "trusted": club.trusted,
        "due": next_due(club),
        "seq": club.seq,
    }


def next_due(club: State) -> int | None:
    """When time brings something next (epoch ms), as far as the club itself knows."""
    return None if club.closed else min(_times(club), default=None)


def _times(club: State) -> Iterator[int]:
    yield from (request.at + REQUEST_LASTS for request in club.requests.values())
    if club.handover:
        yield club.handover.expires_at
    if club.lost:
        yield first_claim(club) + CLAIMS_LAST if club.claims else club.lost.at + OWNERLESS_LASTS
    yield from (at for at in (club.closing_at, club.called) if at is not None)


def _changed(before: Mapping[int, Any], after: Mapping[int, Any]) -> tuple[list[int], list[Any]]:
    """Those who are not there any more, and the rows that are new or others."""
    gone = [user for user in before if user not in after]
    return gone, [row for user, row in after.items() if before.get(user) != row]


def _members(before: State, after: State) -> None:
    gone, changed = _changed(before.members, after.members)
    if gone:
        Member.objects.filter(club=after.id, user__in=gone).delete()
    fields = ("user", "role", "since", "role_since")
    rows = [
        Member(club_id=after.id, duties=list(each.duties), **{name: getattr(each, name) for name in fields})
        for each in changed
    ]
    _put(rows, unique=["club", "user"], update=["role", "duties", "since", "role_since"])


def _requests(before: State, after: State) -> None:
    gone, changed = _changed(before.requests, after.requests)
    if gone:
        Request.objects.filter(club=after.id, user__in=gone).delete()
    _put([Request(club_id=after.id, user=each.user, at=each.at) for each in changed], ["club", "user"], ["at"])


def _invitations(before: State, after: State, actors: Mapping[int, int | None]) -> None:
    changed = [each for each in after.invitations.values() if before.invitations.get(each.id) != each]
    rows = [
        Invitation(
            id=each.id,
            club_id=after.id,
            user=each.user,
            by=actors.get(each.seq),
            expires_at=each.expires_at,
            is_open=not each.ended and not each.is_used_up,
        )
        for each in changed
    ]
    _put(rows, unique=["id"], update=["is_open"])


def _put(rows: list[Any], unique: list[str], update: list[str]) -> None:
    if rows:
        type(rows[0]).objects.bulk_create(rows, update_conflicts=True, unique_fields=unique, update_fields=update)


def clear() -> None:
    for model in (Invitation, Request, Member, Slug, Club):
        model.objects.all().delete()


CLUBS = Projection(
    name="clubs",
    prefix=PREFIX,
    tables=("clubs_club", "clubs_slug", "clubs_member", "clubs_request", "clubs_invitation"),
    clear=clear,
    apply=apply,
)
