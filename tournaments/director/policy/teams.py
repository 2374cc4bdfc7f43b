"""Fixed teams: who names whom, and how a team comes into the field. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy import conditions, decisions, entries
from tournaments.director.policy.conditions import Candidate
from tournaments.director.policy.decisions import Events
from tournaments.director.state.folding import fold
from tournaments.director.state.teams import Proposal, TeamConfirmed, TeamDropped, TeamNamed
from tournaments.director.state.tournament import Tournament

NAME_LENGTH = 40

Candidates = Mapping[int, Candidate]


def name(tournament: Tournament, users: Sequence[int], candidates: Candidates, *, called: str | None = None) -> Events:
    """The first of *users* would like to enter with the others; bots confirm by themselves, and so do those whom the
    organiser enters. With nobody to wait for it is in at once. *called*: the id of its name's text."""
    _check_open(tournament)
    if _same(tournament, users):
        return ()
    _check_members(tournament, users)
    own = next((each for each in tournament.proposals.values() if users[0] in each.confirmed), None)
    if own is not None:
        raise WrongStatus("team_named", _("You are already waiting for your partner. Withdraw that team first."))
    by_itself = [user for user in users if user == users[0] or candidates[user].is_bot]
    for user in by_itself:
        conditions.check(tournament.id, tournament.settings, candidates[user])
    entries.check_room(tournament)
    named = TeamNamed(tournament.next_number, tuple(users), tuple(by_itself), called)
    return _complete(tournament, (named,), named.entry, candidates)


def confirm(tournament: Tournament, number: int, user: int, candidates: Candidates) -> Events:
    """*user* plays in the team that would be entry *number*; what else they were asked to is over then."""
    entered = tournament.entries.get(number)
    if entered is not None and user in entered.users and not entered.withdrawn:
        return ()
    _check_open(tournament)
    proposal = asked(tournament, number, user)
    if user in proposal.confirmed:
        return ()
    _check_free(tournament, proposal.users)
    conditions.check(tournament.id, tournament.settings, candidates[user])
    return _complete(tournament, (TeamConfirmed(number, user),), number, candidates)


def drop(tournament: Tournament, number: int, user: int) -> Events:
    """*user* does not play in that team: it does not come about. One that has entered withdraws instead."""
    decisions.require(tournament, "announced", "running")
    if number not in {**tournament.proposals, **tournament.entries} and number < tournament.next_number:
        return ()
    return (TeamDropped(asked(tournament, number, user).number, user),)


def asked(tournament: Tournament, number: int, user: int) -> Proposal:
    """The team that *user* was named for."""
    proposal = tournament.proposals.get(number)
    if proposal is None or user not in proposal.users:
        raise Refused("unknown_team", _("You have no open request to play in that team."))
    return proposal


def _complete(tournament: Tournament, events: Events, number: int, candidates: Candidates) -> Events:
    """*events*, and those with which the team comes in if nobody is awaited any more."""
    after = fold(((event, 0) for event in events), tournament)
    proposal = after.proposals[number]
    if proposal.awaited:
        return events
    rating = mean_rating([candidates[user].rating for user in proposal.users])
    return (*events, *_others(after, proposal), entries.taken_in(tournament, number, proposal.users, rating))


def mean_rating(ratings: Sequence[int | None]) -> int | None:
    """The mean of the members', half up; none if one of them has none."""
    known = [rating for rating in ratings if rating is not None]
    return (2 * sum(known) + len(known)) // (2 * len(known)) if len(known) == len(ratings) else None


def _others(tournament: Tournament, complete: Proposal) -> Iterator[TeamDropped]:
    """The other teams that its members were named for."""
    for number, proposal in tournament.proposals.items():
        both = [user for user in proposal.users if user in complete.users]
        if number != complete.number and both:
            yield TeamDropped(number, both[0])


def _same(tournament: Tournament, users: Collection[int]) -> bool:
    """Whether they are such a team already, or wait to be."""
    known = [each.users for each in tournament.entries.values() if not each.withdrawn]
    return any(set(users) == set(each) for each in known) or any(
        each.users == tuple(users) for each in tournament.proposals.values()
    )


def _check_open(tournament: Tournament) -> None:
    if tournament.settings.team_size == 1:
        raise Refused("no_teams", _("In this tournament everybody enters alone."))
    if not entries.is_late(tournament):
        decisions.require(tournament, "announced")


def _check_members(tournament: Tournament, users: Sequence[int]) -> None:
    size = tournament.settings.team_size
    if len(set(users)) != len(users):
        raise Refused("bad_team", _("A team must have different players."), field="partners")
    if len(users) != size:
        raise Refused("bad_team", Text(_("A team must have {size} players."), {"size": size}), field="partners")
    _check_free(tournament, users)


def _check_free(tournament: Tournament, users: Sequence[int]) -> None:
    for user in users:
        if tournament.entry_of(user):
            raise WrongStatus("in_another_team", _("One of you plays in another team here."))
        if entries.is_late(tournament):
            entries.check_late(tournament, user)
