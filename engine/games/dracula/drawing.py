from __future__ import annotations

from engine.games.dracula.model import View
from engine.picture import Picture


def picture(view: View) -> Picture:
    raise NotImplementedError
