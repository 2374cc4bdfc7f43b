"""Texts of the rooms below as plain sentences in the reader's language, with cards in notation."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.text import Hole, Ref, Text


def plain(text: Text) -> str:
    return _(text.message).format(**{name: _word(hole) for name, hole in text.args.items()})


def _word(hole: Hole) -> str:
    match hole:
        case Text():
            return plain(hole)
        case Ref(to="seat", value=seat):
            return _("Seat {number}").format(number=seat)
        case Ref(value=value):
            return str(value)
    return str(hole)
