"""Rounds that are held: whether they are, what the organisers see of one, and what they arrange by hand. Each request
is one transaction and may be repeated without harm."""

from collections.abc import Sequence

import msgspec
from django.db import transaction

from accounts import naming
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.director.commands import callers, desk, rounds
from tournaments.director.errors import Stale, WrongStatus
from tournaments.director.policy import drafts
from tournaments.director.policy.drafts import Arrangement, Signed
from tournaments.director.state.acts import ReasonCode
from tournaments.director.state.announced import Draws
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import texts
from tournaments.log.commands import command_for
from tournaments.log.folds import Folded


class Grounds(msgspec.Struct, frozen=True):
    """Why a draft is paired by hand, in a code and in words."""

    reason: ReasonCode = "other"
    text: str = ""


def set_draws(*, tournament_id: str, by: int, draws: Draws, minutes: int, command: str | None = None) -> None:
    """Have the rounds to come drawn at once, after a pause of *minutes*, or when the organiser says so."""
    callers.count(by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        return drafts.set_draws(tournament, draws, minutes)

    def attempt() -> None:
        with transaction.atomic():
            asked = command_for(command, "draws", (draws, minutes))
            TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=asked)
            rounds.proceed(TOURNAMENTS.current(tournament_id))

    TOURNAMENTS.repeat(attempt)


def look(*, tournament_id: str, by: int, again: bool = False, command: str | None = None) -> None:
    """Show the organiser *by* the draft of the next round. The first look draws its lot; with *again* another is drawn.

    Raises :class:`Refused` if there is no valid round; then nothing is drawn.
    """
    callers.count(by)
    seed = rounds.new_seed()

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        events = drafts.look(tournament, by, seed, again=again)
        if (draft := drafts.preview(tournament, events).draft) is not None:
            rounds.drafted(tournament, draft)
        return events

    TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command_for(command, "draft", again))


def arrange(
    *,
    tournament_id: str,
    by: int,
    wanted: Arrangement,
    grounds: Grounds,
    seen: int | None = None,
    command: str | None = None,
) -> None:
    """Pair the draft by hand, for reasons that everybody can read once it is published. Raises :class:`Stale` if it is
    not the one that *by* saw at event *seen*."""
    callers.count(by)
    desk.check_text(grounds.text)
    text = desk.text_id(tournament_id, by, command) if naming.is_seen(grounds.text) else None

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        drafts.check_due(tournament)
        if seen is not None and tournament.seq != seen:
            raise Stale()
        draft = tournament.draft
        if draft is None or by not in draft.seen:
            raise WrongStatus("no_draft", _("Look at the pairings first."))
        context = desk.context(tournament, rounds.naming(tournament, draft))
        signed = Signed(by, grounds.reason, text)
        return drafts.arrange(tournament, draft, rounds.drafted(tournament, draft), wanted, signed, context)

    with transaction.atomic():
        asked = command_for(command, "arrange", (wanted, grounds))
        TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=asked)
        if text is not None:
            texts.keep(text, author=by, body=grounds.text)


def preview(tournament_id: str) -> tuple[Tournament, Folded[Tournament]] | None:
    """The tournament, and what it would be if its draft were published now; nothing if nobody has looked at one.

    Raises :class:`Refused` if there is no valid round.
    """
    folded = TOURNAMENTS.current(tournament_id)
    tournament = folded.state
    if tournament.draft is None or not drafts.is_due(tournament):
        return None
    events = rounds.drafted(tournament, tournament.draft)
    return tournament, Folded(folded.head, drafts.preview(tournament, events))
