"""One rule for every public name, of users and of tournaments: what one reads is what it is. Pure."""

import json
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

RESERVED: Final = (
    "admin", "administrator", "anonymous", "api", "bot", "cardroom", "everybody", "everyone", "guest", "help", "me",
    "mod", "moderator", "nobody", "null", "official", "operator", "organiser", "organizer", "owner", "root", "security",
    "service", "staff", "support", "system", "webmaster", "you",
)  # fmt: skip
"""Names that would speak for the service, or for nobody; a name may not look like one of them either."""

_UNWRITTEN: Final = {"Cc", "Cs", "Co", "Cn"}
_BREAKS: Final = dict.fromkeys(map(ord, "\n\r\t"), " ")
_UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing."""
_MARKED: Final = 4
"""Marks that a letter may carry: Vietnamese, Hebrew and Thai need three at most."""
_BIDI: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
_COMBINING: Final = {"Mn", "Me"}
_WRITTEN_TOGETHER: Final = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "HANGUL", "BOPOMOFO"}
_LEET: Final = str.maketrans("013457i|", "oleastll")
"""The digits that stand in for letters, and the letters that capitals or a bar make one."""
_IGNORED: Final = frozenset("._-+@ '")
_MARKS: Final = "\u200e\u200f"
"""Written around letters that run from right to left."""


def normalised(text: str) -> str:
    """*text* in its one form (NFKC), without spaces around it."""
    return unicodedata.normalize("NFKC", text).strip()


def is_plain(name: str) -> bool:
    """Whether all of *name* is visible, in one script, and it is not a path."""
    return not _is_path(name) and is_shown(name) and len(_scripts(name)) < 2


def is_shown(line: str) -> bool:
    """Whether each letter of *line*, in any scripts, can be seen, and none is under a heap of marks."""
    return is_seen(line) and not any(map(_is_unseen, line)) and not _is_buried(line)


def is_readable(text: str) -> bool:
    """Whether *text*, of many lines and in any scripts, says what one reads, if it says anything: without control
    characters, without others that turn the order of letters, no letter under a heap of marks.

    >>> is_readable("Doors at 19:30.\\nBring \U0001f469\u200d\U0001f4bb."), is_readable("a\u202eb")
    (True, False)
    """
    hidden = any(unicodedata.category(letter) in _UNWRITTEN or letter in _BIDI for letter in text.translate(_BREAKS))
    return not hidden and not _is_buried(text)


def is_seen(text: str) -> bool:
    """Whether anything of *text* can be seen.

    >>> is_seen(" \u3164\u2800"), is_seen("\ufe0f"), is_seen("\u3164a")
    (False, False, True)
    """
    return any(not (letter.isspace() or _is_unseen(letter) or _is_mark(letter)) for letter in text)


def is_reserved(name: str) -> bool:
    """Whether *name* is, or could be meant to look like, one that nobody may have."""
    return _blurred(name) in _reserved()


def skeleton(name: str) -> str:
    """What the eye makes of *name*, by Unicode's TR39: two names with one skeleton are easily taken for each other.

    Small letters are looked at again: a capital may look like one thing, and the small letter like another.
    """
    return _traced(_traced(unicodedata.normalize("NFKC", name)).casefold())


def _traced(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text).translate(_prototypes())
    return unicodedata.normalize("NFD", decomposed)


@cache
def _prototypes() -> dict[int, str]:
    """Each letter that looks like another, and that other. The package keeps the pairs, both ways round."""
    data = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8"))
    seen = {shown.strip(_MARKS): [other["c"].strip(_MARKS) for other in others] for shown, others in data.items()}
    return {ord(shown): others[0] for shown, others in seen.items() if _is_copy(shown, others, seen)}


def _is_copy(shown: str, others: list[str], seen: dict[str, list[str]]) -> bool:
    """Whether *shown* is the letter that looks like another; of a pair alone it is the later one."""
    if len(shown) > 1 or len(others) > 1:
        return False
    return len(others[0]) > 1 or len(seen[others[0]]) > 1 or others[0] < shown


def _blurred(name: str) -> str:
    """Its skeleton without accents and dots, and with digits read as letters."""
    bare = "".join(letter for letter in skeleton(name) if not unicodedata.combining(letter) and letter not in _IGNORED)
    return bare.translate(_LEET).replace("vv", "w")


def _is_path(name: str) -> bool:
    return not name.strip(". /\\")


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSEEN or letter in _BLANK


def _is_mark(letter: str) -> bool:
    """Whether it is written over or under another one, or chooses how that looks: alone it shows nothing."""
    return unicodedata.category(letter) in _COMBINING


def visible(letter: str) -> str:
    """*letter*, or nothing if it cannot be seen."""
    return "" if _is_unseen(letter) else letter


def _is_buried(text: str) -> bool:
    """Whether a letter carries more marks than any script needs."""
    marks = 0
    for letter in unicodedata.normalize("NFD", text):
        marks = marks + 1 if _is_mark(letter) else 0
        if marks > _MARKED:
            return True
    return False


def _scripts(name: str) -> set[str]:
    """The scripts of the letters; those that are written together count as one."""
    words = {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    return {"EAST ASIAN" if word in _WRITTEN_TOGETHER else word for word in words}


@cache
def _reserved() -> frozenset[str]:
    """Looked at once somebody wants a name: what letters look like takes 8 MB."""
    return frozenset(map(_blurred, RESERVED))
