"""The finished trick, held: its winner, and the token that it brought."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.frames import found, laid_open, last_of
from engine.games.gasp.dealing import form_of
from engine.games.gasp.decisions import TokenEvent
from engine.games.gasp.events import GaspEvent, TokenGiven, TokenReturned, TokenTaken, TrickTaken
from engine.games.gasp.model import LastTrick, View
from engine.games.gasp.show import drawing
from engine.games.gasp.show.prompts import why_wait
from engine.games.gasp.show.telling import tell
from engine.games.gasp.show.words import seat, suit_of, text
from engine.picture import Picture, Zone
from engine.text import Text
from engine.text import gettext_noop as _

_TOKENS = (TokenTaken, TokenGiven, TokenReturned)


def pauses(events: Sequence[GaspEvent | None]) -> Sequence[int]:
    return last_of(events, TrickTaken, *_TOKENS)


def frame(view: View, events: Sequence[GaspEvent | None], *, partners: bool) -> Picture:
    if view.last is None:
        raise ValueError("no trick was taken")
    taken, tokens = found(events, TrickTaken), found(events, *_TOKENS)
    token: TokenEvent | None = tokens[-1] if tokens else None
    line, why = _said(view, taken[-1] if taken else None, token, partners=partners)
    table = drawing.picture(replace(view, turn=None))
    return laid_open(table, _trick(view, view.last, token), line=line, why=(why,))


def _said(
    view: View, taken: TrickTaken | None, token: TokenEvent | None, *, partners: bool
) -> tuple[Text, Text | None]:
    """A trick in one line with what it brought; anything but a token from the supply has a line of its own."""
    if isinstance(token, TokenTaken) and token.source is None:
        return text(_("{seat} won the trick: +1 {suit}"), seat=seat(token.seat), suit=suit_of(token.suit)), None
    told = None if token is None else tell(token, partners=partners)
    won = None if taken is None else tell(taken, partners=partners)
    if won is None:
        return told or Text(""), None
    return won, told or (None if view.turn is None else why_wait(view, view.turn))


def _trick(view: View, last: LastTrick, token: TokenEvent | None) -> Zone:
    form = form_of(view)
    lying = drawing.last_trick(last, form)
    gained = token.suit if isinstance(token, TokenTaken) else None
    spots = list(lying.spots)
    if gained is not None:
        won = next(at for at, spot in enumerate(spots) if spot.mark and spot.seat == last.seat)
        spots[won] = replace(spots[won], said=text("+1 {suit}", suit=suit_of(gained)))
    title = text(_("Trick {number} of {of}"), number=len(view.seen) // form.trick, of=form.tricks)
    return Zone(key="trick", form="trick", title=title, spots=tuple(spots))
