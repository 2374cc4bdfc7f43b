"""Who is entered by name alone, and who comes to their place. Pure."""

from collections.abc import Collection

from engine.text import gettext_noop as _
from tournaments.director.errors import NotAllowed, Refused, WrongStatus
from tournaments.director.policy import decisions, entries, starting_again
from tournaments.director.policy.decisions import Events
from tournaments.director.state import acts
from tournaments.director.state.attendance import CheckedIn, EnteredLate
from tournaments.director.state.desk_events import Ruled
from tournaments.director.state.events import Entered
from tournaments.director.state.substitutes import Substituted
from tournaments.director.state.tournament import Tournament
from tournaments.director.state.walk_ins import WalkedIn, WalkIn, WalkInClaimed, WalkInConfirmed, WalkInRefused
from tournaments.pairing.registry import FORMATS


def enter(tournament: Tournament, user: int) -> Events:
    """The guest *user* comes in, who has been made for a walk-in: after the start as well, whatever was announced for
    late entries, as long as another round is drawn for those who are there, or all is drawn again."""
    decisions.require(tournament, "announced", "running")
    decisions.check_alone(tournament)
    number = tournament.next_number
    if tournament.status == "announced":
        there = (CheckedIn(number),) if tournament.settings.check_in_minutes else ()
        return (entries.taken_in(tournament, number, (user,), None), WalkedIn(number, user), *there)
    if starting_again.is_fixed(tournament):
        starting_again.check(tournament)
        return (Entered(number, (user,)), WalkedIn(number, user))
    stage = tournament.current
    if not FORMATS[stage.settings.format].open_field:
        raise WrongStatus("too_late", _("Nobody can come in any more: who meets whom is fixed."))
    if not stage.has_more_rounds:
        raise WrongStatus("too_late", _("Nobody can come in any more: no other round is drawn."))
    if decisions.is_full(tournament):
        raise WrongStatus("full", _("The tournament is full."))
    return (EnteredLate(number, (user,), None, entries.missed(tournament)), WalkedIn(number, user))


def claim(tournament: Tournament, number: int, links: int, shown: int, user: int | None) -> Events:
    """Somebody has used link number *links* of entry *number*, and is shown the number *shown*; *user* if they have an
    account, who gets the place."""
    walk_in = _open(tournament, number)
    if walk_in.links != links or (walk_in.claim is not None and (user is None or walk_in.claim.user != user)):
        raise WrongStatus("claimed", _USED)
    if walk_in.claim is not None:
        return ()
    if user is not None:
        _check_free(tournament, user)
        claims = (each for each in tournament.walk_ins.values() if each.claim and each.claim.user == user)
        if any(tournament.entry_of(each.user) for each in claims):  # the place is open still
            raise WrongStatus("plays_already", _ALREADY)
    return (WalkInClaimed(number, shown, user),)


def confirm(tournament: Tournament, number: int, by: int | None, *, begun: Collection[str]) -> Events:
    """The organiser *by* confirms somebody else's claim: an account plays in the entry from now on, by a ruling once it
    has started. Not while the entry plays one of the matches that have *begun*."""
    walk_in = _open(tournament, number)
    claimed = walk_in.claim
    if claimed is None:
        raise WrongStatus("not_claimed", _("Nobody has opened the link of this entry yet."))
    _check_no_hand(tournament, number, begun)
    confirmed = WalkInConfirmed(number)
    if claimed.user is None:
        return (confirmed,)
    if claimed.user == by:
        raise NotAllowed("own_claim", _("You have claimed this place yourself: another organiser has to confirm it."))
    _check_free(tournament, claimed.user)
    if tournament.status == "announced":
        there = (CheckedIn(number),) if tournament.entries[number].checked_in else ()  # who takes their number is here
        return (confirmed, Substituted(number, walk_in.user, claimed.user), *there)
    act = acts.Substitute(number, walk_in.user, claimed.user)
    return (confirmed, Ruled(len(tournament.rulings) + 1, act, "agreement", None))


def refuse(tournament: Tournament, number: int, *, begun: Collection[str]) -> Events:
    """The wrong person used the link, or the right one lost access: the entry gets another link. Not while it plays one
    of the matches that have *begun*."""
    walk_in = _known(tournament, number)
    _check_no_hand(tournament, number, begun)
    return (WalkInRefused(number),) if walk_in.claim is not None else ()


def _check_no_hand(tournament: Tournament, number: int, begun: Collection[str]) -> None:
    """Nobody comes into a place whose cards are dealt: an organiser could have a look at them, or play them."""
    if tournament.open_match(number) in begun:
        raise WrongStatus("playing", _("That match has begun and must be finished first."))


def _check_free(tournament: Tournament, user: int) -> None:
    """Who has left comes back until the start, as by entering again."""
    left = () if tournament.status == "announced" else tournament.entries.values()
    if tournament.entry_of(user) or any(user in entry.users for entry in left):
        raise WrongStatus("plays_already", _ALREADY)


def _open(tournament: Tournament, number: int) -> WalkIn:
    """The walk-in of entry *number*, where nobody is in yet; raises what refuses that."""
    walk_in = _known(tournament, number)
    if walk_in.standing(tournament.entries[number].users) == "in":
        raise WrongStatus("claimed", _USED)
    return walk_in


def _known(tournament: Tournament, number: int) -> WalkIn:
    """The walk-in of entry *number*, whose guest plays there still."""
    walk_in = tournament.walk_ins.get(number)
    if walk_in is None:
        raise Refused("not_a_walk_in", _("This entry was not made for a walk-in."))
    decisions.require(tournament, "announced", "running")
    if tournament.entries[number].withdrawn:
        raise WrongStatus("withdrew", _("This entry has left the tournament."))
    if walk_in.user not in tournament.entries[number].users:
        raise WrongStatus("claimed", _("Another player has this place now."))
    return walk_in


_USED = _("This link has been used. Ask the organiser for another one.")
_ALREADY = _("You already play in this tournament, or have played.")
