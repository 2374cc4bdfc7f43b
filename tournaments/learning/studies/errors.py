"""The refusals that studies add.

RoomError
├── UnknownStudy    404  there is no such study, or it is not for this reader
├── UnknownChapter  404  it has no such chapter, or the chapter is not for this reader
├── UnknownComment  404  it has no such comment
└── Overtaken       409  somebody else has saved the same thing meanwhile
"""

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.log.errors import NotAllowed, Refused, RoomError, WrongStatus

__all__ = ["NotAllowed", "Overtaken", "Refused", "RoomError", "UnknownChapter", "UnknownComment", "UnknownStudy"]


class UnknownStudy(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_study", _("There is no such study."))


class UnknownChapter(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_chapter", _("There is no such chapter."))


class UnknownComment(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_comment", _("There is no such comment. Perhaps somebody has taken it out."))


class Overtaken(WrongStatus):
    """``text`` is the id of what stands there now, ``version`` its number; ``theirs`` the words, once they are read."""

    def __init__(self, text: str, version: int, theirs: str = "") -> None:
        reason = Text(_("Somebody has saved this since you opened it. Now it says: “{text}”"), {"text": theirs})
        super().__init__("overtaken", reason, field="text")
        self.text = text
        self.version = version
        self.theirs = theirs
