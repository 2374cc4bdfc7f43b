"""The organiser's desk: rulings, tried and signed. Each request is one transaction and may be repeated without harm."""

from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from django.db import transaction

from accounts import naming
from accounts import selectors as accounts
from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.commands import asking, callers, candidates, consequences, holds, own_match
from tournaments.director.errors import NotAllowed, Refused, Stale, WrongStatus
from tournaments.director.policy.rulings import decisions
from tournaments.director.policy.rulings.decisions import Grounds, Request
from tournaments.director.policy.rulings.kinds import Context, Person
from tournaments.director.state.acts import ReasonCode, Substitute
from tournaments.director.state.desk_events import (
    CallAnswered,
    Cited,
    MessageSent,
    MessageWithdrawn,
    OrganiserCalled,
    Ruled,
)
from tournaments.director.state.folding import fold
from tournaments.director.state.standing import unfinished
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import selectors as log
from tournaments.log import sources, texts
from tournaments.log.commands import command_for
from tournaments.platform import limits as rates
from tournaments.tables import selectors as table_selectors


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """Who signs, why, and at which event they looked; ``command`` names the request."""

    by: int
    seq: int
    reason: ReasonCode
    text: str = ""
    cites: Cited | None = None
    command: str | None = None
    qualifiers: bool = False
    """Whether those who play the next stage change with it, if they would and it has not begun."""


Decide = Callable[[Tournament, Grounds], Sequence[Event]]


def rule(*, tournament_id: str, wanted: Request, signature: Signature) -> int:
    """Sign a ruling and return its number; what follows from it happens in the same transaction."""

    def decide(tournament: Tournament, grounds: Grounds) -> Sequence[Event]:
        return _ruled(tournament, wanted, grounds, signature.by)

    return _sign(tournament_id, decide, signature, "rule", wanted)


def reverse(*, tournament_id: str, ruling: int, signature: Signature) -> int:
    """Reverse a ruling, by another signature."""

    def decide(tournament: Tournament, grounds: Grounds) -> Sequence[Event]:
        return _reversed(tournament, ruling, grounds, signature.by)

    _sign(tournament_id, decide, signature, "reverse", ruling)
    return ruling


def send_message(*, tournament_id: str, by: int, text: str, to: Sequence[int] = (), command: str | None = None) -> None:
    """Tell all entrants something, or those of the entries *to* alone: a notice, also at their tables."""
    callers.count(by)
    check_text(text)
    if not naming.is_seen(text):
        raise Refused("bad_text", Text(_("Write something.")), field="text")
    message = text_id(tournament_id, by, command)

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        if tournament.status == "cancelled":
            raise WrongStatus("cancelled", _("The tournament has been cancelled."))
        if not tournament.entries.keys() >= {*to}:
            raise Refused("bad_entries", _("Choose who is told."), field="to")
        rates.count("messages", user=by)
        return (MessageSent(message, by, tuple(to)),)

    with transaction.atomic():
        TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command_for(command, "message", text, to))
        texts.keep(message, author=by, body=text)


def withdraw_message(*, tournament_id: str, by: int, text: str, command: str | None = None) -> None:
    """Take the message with the text *text* back, from pages and inboxes. The organisers may."""
    callers.count(by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        if all(each.text != text for each in tournament.messages):
            return ()
        texts.erase(text)
        return (MessageWithdrawn(text),)

    with transaction.atomic():
        TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command_for(command, "message_back", text))


def call(*, tournament_id: str, match: str, user_id: int, command: str | None = None) -> None:
    """*user_id*, who plays *match*, asks the organisers to come to it; a second time, until they have, is none."""
    callers.count(user_id)

    def decide(tournament: Tournament) -> Sequence[Event]:
        entry = tournament.entry_of(user_id)
        if entry is None or tournament.status != "running" or tournament.open_match(entry.number) != match:
            raise NotAllowed("not_your_match", _("You are not playing this match."))
        if match in tournament.calls:
            return ()
        rates.count("messages", user=user_id)
        return (OrganiserCalled(match, user_id),)

    TOURNAMENTS.carry_out(tournament_id, decide, actor=user_id, command=command_for(command, "call", match))


def answer_call(*, tournament_id: str, match: str, by: int, command: str | None = None) -> None:
    """An organiser has seen to a call from *match*."""
    callers.count(by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        return (CallAnswered(match),) if match in tournament.calls else ()

    TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command_for(command, "answer_call", match))


def attempt(
    *, tournament_id: str, by: int, wanted: Request | int, holding: bool = True
) -> tuple[Tournament, Tournament]:
    """The tournament now, and after the ruling, or without ruling number *wanted*. Nothing is written; *holding* has
    the next round wait for a while."""
    callers.count(by)
    before = TOURNAMENTS.current(tournament_id).state
    callers.check_directs(before, by)
    grounds = Grounds("other")
    events = _reversed(before, wanted, grounds, by) if isinstance(wanted, int) else _ruled(before, wanted, grounds, by)
    if holding:
        holds.begin_trial(before, by)
    return before, fold(((event, sources.now_ms()) for event in events), before)


def drop(*, tournament_id: str, by: int) -> None:
    """What *by* has tried holds the next round no longer."""
    callers.count(by)
    callers.check_directs(TOURNAMENTS.current(tournament_id).state, by)
    holds.end_trial(tournament_id, by)


def _ruled(tournament: Tournament, wanted: Request, grounds: Grounds, by: int) -> Sequence[Event]:
    """The events of a ruling; raises :class:`NotAllowed` if *by* may not ask a player that it brings in, or if it
    decides on the table that *by* is playing at."""
    events = _others_own(tournament, decisions.rule(tournament, wanted, grounds, context(tournament)), by)
    acts = (event.act for event in events if isinstance(event, Ruled))
    comes = [act.comes for act in acts if isinstance(act, Substitute)]
    asking.check(tournament, by, comes, field="comes")
    return events


def _reversed(tournament: Tournament, number: int, grounds: Grounds, by: int) -> Sequence[Event]:
    return _others_own(tournament, decisions.reverse(tournament, number, grounds, context(tournament)), by)


def _others_own(tournament: Tournament, events: Sequence[Event], by: int) -> Sequence[Event]:
    """*events*, if they are not for others than *by* to decide."""
    own_match.check_ruling(tournament, fold(((event, sources.now_ms()) for event in events), tournament), by)
    return events


def context(tournament: Tournament, new_match: Callable[[tuple[int, ...]], str] | None = None) -> Context:
    """What a ruling may have to know now."""
    played = [table for table in table_selectors.of_matches(_may_be_changed(tournament)) if table.started_at]
    number = len(tournament.rulings) + 1

    def numbered(entries: tuple[int, ...]) -> str:
        return sources.id_for(None, f"{tournament.id}/{number}/{entries}")

    return Context(
        now=sources.now_ms(),
        begun=frozenset(table.match for table in played if table.match and table.status != "aborted"),
        new_match=new_match or numbered,
        person=partial(_person, tournament),
    )


def _person(tournament: Tournament, name: str) -> Person | None:
    user = accounts.by_name(name)
    return Person(user.pk, candidates.known(tournament, user)) if user and user.is_active else None


def _may_be_changed(tournament: Tournament) -> list[str]:
    """The matches of the last round; behind another stage all that have been drawn of this one; and what is open."""
    rounds_ = tournament.current.rounds if tournament.fields else tournament.rounds[-1:]
    return [*(match.match for paired in rounds_ for match in paired.played.matches), *unfinished(tournament)]


def _sign(tournament_id: str, decide: Decide, signature: Signature, *act: object) -> int:
    callers.count(signature.by)
    check_text(signature.text)
    if signature.cites is not None and log.head(signature.cites.stream).seq < signature.cites.seq:
        raise Refused("unknown_event", _("There is no such event."), field="cites")
    written = naming.is_seen(signature.text)
    text = text_id(tournament_id, signature.by, signature.command) if written else None

    def decided(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, signature.by)
        if tournament.seq != signature.seq:
            raise Stale()
        return decide(tournament, Grounds(signature.reason, text, signature.cites))

    request = command_for(signature.command, *act, signature)

    def attempt() -> int:
        with transaction.atomic():
            before = TOURNAMENTS.current(tournament_id).state
            signed = TOURNAMENTS.carry_out(tournament_id, decided, actor=signature.by, command=request)
            holds.end_trial(tournament_id, signature.by)
            follow(before, tournament_id, signature, text)
            return signed.rulings[-1].number

    return TOURNAMENTS.repeat(attempt)


def follow(before: Tournament, tournament_id: str, signature: Signature, text: str | None) -> None:
    """What follows from the ruling that was signed just now, if it was not signed before."""
    folded = TOURNAMENTS.current(tournament_id)
    for ruling in folded.state.rulings:
        if ruling not in before.rulings:
            if text is not None:
                texts.keep(text, author=signature.by, body=signature.text)
            started = context(folded.state).begun
            consequences.follow(before, folded, ruling, by=signature.by, begun=started, qualifiers=signature.qualifiers)


def check_text(text: str) -> None:
    if len(text) > texts.LONGEST or "\0" in text:
        reason = Text(_("A text can have at most {most} characters."), {"most": texts.LONGEST})
        raise Refused("bad_text", reason, field="text")
    if not naming.is_readable(text):
        raise Refused("bad_text", _("The text contains invisible characters."), field="text")


def text_id(tournament_id: str, by: int, command: str | None) -> str:
    """The same request names the same text; one elsewhere by the same name has a text of its own."""
    return sources.id_for(by, f"text/{tournament_id}/{command}") if command else sources.new_id()
