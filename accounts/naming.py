"""One rule for every public name, of users and of tournaments: what one reads is what it is. Pure."""

from __future__ import annotations

import unicodedata
from typing import Final

RESERVED: Final = (
    "admin", "administrator", "anonymous", "api", "bot", "cardroom", "everybody", "everyone", "guest", "help", "me",
    "mod", "moderator", "nobody", "null", "official", "operator", "organiser", "organizer", "owner", "root", "security",
    "service", "staff", "support", "system", "webmaster", "you",
)  # fmt: skip
"""Names that would speak for the service, or for nobody; nor may a name look like one of them."""

_UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing."""
_WRITTEN_TOGETHER: Final = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "HANGUL", "BOPOMOFO"}
_LOOKALIKES: Final = {
    ord(letter): latin
    for letter, latin in (
        pair.split(":")
        for pair in [
            "а:a",
            "в:b",
            "е:e",
            "к:k",
            "м:m",
            "н:h",
            "о:o",
            "р:p",
            "с:c",
            "т:t",
            "у:y",
            "х:x",
            "ѕ:s",
            "і:l",
            "ј:j",
            "ԁ:d",
            "ԛ:q",
            "ѡ:w",
            "һ:h",
            "α:a",
            "β:b",
            "ε:e",
            "η:n",
            "ι:l",
            "κ:k",
            "ν:v",
            "ο:o",
            "ρ:p",
            "τ:t",
            "υ:u",
            "χ:x",
            "0:o",
            "1:l",
            "3:e",
            "4:a",
            "5:s",
            "i:l",
            "ı:l",
            "|:l",
        ]
    )
}
"""The letters that are taken for a Latin one most easily, and the digits that stand in for letters."""
_IGNORED: Final = frozenset("._-+@ '")


def normalised(text: str) -> str:
    """*text* in its one form (NFKC), without spaces around it."""
    return unicodedata.normalize("NFKC", text).strip()


def is_plain(name: str) -> bool:
    """Whether all of *name* is seen, in one script, and it is no path."""
    return not (_is_path(name) or any(map(_is_unseen, name)) or len(_scripts(name)) > 1)


def is_reserved(name: str) -> bool:
    """Whether *name* is, or looks like, one that nobody may have."""
    return skeleton(name) in _RESERVED


def skeleton(name: str) -> str:
    """What the eye makes of *name*: two names with one skeleton are easily taken for each other."""
    bare = [letter for letter in unicodedata.normalize("NFKD", name).casefold() if not unicodedata.combining(letter)]
    seen = "".join(letter for letter in bare if letter not in _IGNORED).translate(_LOOKALIKES)
    return seen.replace("rn", "m").replace("vv", "w")


def _is_path(name: str) -> bool:
    return not name.strip(". /\\")


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSEEN or letter in _BLANK


def _scripts(name: str) -> set[str]:
    """The scripts of the letters; those that are written together count as one."""
    words = {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    return {"EAST ASIAN" if word in _WRITTEN_TOGETHER else word for word in words}


_RESERVED: Final = frozenset(map(skeleton, RESERVED))
