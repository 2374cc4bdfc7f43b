"""How the game speaks of cards, claims and stages."""

from collections.abc import Sequence

from engine.text import Text, card
from engine.text import gettext_noop as _

_STAGES = (_("Stage I"), _("Stage II"), _("Stage III"), _("Stage IV"), _("Stage V"), _("Stage VI"))


def stage(number: int) -> Text:
    """*number* counts from 1."""
    return Text(_STAGES[number - 1])


def listed(codes: Sequence[str]) -> Text:
    """One to three cards: "Pact, Mill and Sea"."""
    names = dict(zip(("first", "second", "third"), map(card, codes), strict=False))
    return Text(("", "{first}", _("{first} and {second}"), _("{first}, {second} and {third}"))[len(codes)], {**names})


def claimed(pips: int, trumps: int) -> Text:
    """What a bid comes to, as it is announced: "3 pips, 2 trumps". A bid has at least three pips."""
    numbers = {"pips": pips, "trumps": trumps}
    return Text(_("{pips} pips, {trumps} trumps") if trumps != 1 else _("{pips} pips, 1 trump"), {**numbers})
