"""Cards and suits as HTML: the markup of the look, made from the notation of the log.

Everything here is made from fixed tables and escaped translations; nothing that a user wrote comes near it.
"""

from collections.abc import Sequence
from functools import lru_cache

from django.templatetags.static import static
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from engine.cards import decktet, french, hasp

SUIT_NAMES: dict[str, str] = {
    **dict(zip(decktet.SUITS, decktet.SUIT_NAMES, strict=True)),
    **dict(zip(french.SUITS, french.SUIT_NAMES, strict=True)),
    **dict(zip(hasp.SUITS, hasp.SUIT_NAMES, strict=True)),
}
_DECKTET_SUITS = dict(zip(decktet.SUIT_LETTERS, decktet.SUITS, strict=True))
_FRENCH_SUITS = dict(zip("SHDC", french.SUITS, strict=True))
_MARKS = {"C": "crown", "P": "pawn", "T": "court", "X": "excuse"}
_HASP_SUITS = dict(zip(hasp.SUIT_LETTERS, hasp.SUITS, strict=True))
_HASP_POINTS = {"hasp": hasp.POINTS["h1"], **{f"hasp-{printing}": points for printing, points in hasp.POINTS.items()}}
_DECKS = {deck.key: deck for deck in (decktet.DECK, french.DECK, french.VAMPIRES, hasp.DECK)}


class Face:
    """What is printed on a card: a rank or a mark, suits, the name of its art in the sprite."""

    def __init__(self, deck: str, code: str) -> None:
        self.deck = deck
        self.code = code
        self.family = family(deck)
        self.rank, self.mark, self.suits = _READ[self.family](code)
        self.art = f"h-{code[0]}" if self.family == "hasp" else f"{deck[0]}-{code}"
        if deck == french.VAMPIRES.key and code in french.JOKERS:
            self.mark, self.art = "vampire", f"v-{code}"


def _decktet(code: str) -> tuple[str, str, tuple[str, ...]]:
    mark = _MARKS.get(code[0], "")
    return ("" if mark else code[0]), mark, tuple(_DECKTET_SUITS[letter] for letter in code[1:])


def _french(code: str) -> tuple[str, str, tuple[str, ...]]:
    if code[0] == "Z":
        return "", "joker", ()
    return code[0].replace("T", "10"), "", (_FRENCH_SUITS[code[1]],)


def _hasp(code: str) -> tuple[str, str, tuple[str, ...]]:
    return code[1:], "", (_HASP_SUITS[code[0]],)


_READ = {"decktet": _decktet, "french": _french, "hasp": _hasp}


def family(deck: str) -> str:
    """A deck may be named with its printing: ``hasp-h2``, ``french-vampires``."""
    return deck.partition("-")[0]


def _names(deck: str) -> dict[str, str]:
    """What the cards of *deck* are called: a printing may have names of its own."""
    return (_DECKS.get(deck) or _DECKS[family(deck)]).names


def codes(deck: str) -> list[str]:
    """Every card of *deck*, in its order."""
    return list(_names(deck))


def known(deck: str, code: str) -> bool:
    """Whether *deck* has a card *code*."""
    return code in _names(deck)


def name(deck: str, code: str) -> str:
    """The card by what it shows, in the reader's language: "9 of Waves and Wyrms", "9 of Hearts"."""
    return _said(deck, code, [gettext(SUIT_NAMES[suit]) for suit in Face(deck, code).suits])


def title(deck: str, code: str) -> str:
    """What is written on the card: "Darkness"."""
    return gettext(_names(deck)[code])


def full_name(deck: str, code: str) -> str:
    """The name and what else is on the card, for those who do not see it: "9 of Waves and Wyrms, Darkness"."""
    return _full_name(deck, code, get_language() or "en")


@lru_cache(maxsize=2048)
def _full_name(deck: str, code: str, language: str) -> str:
    """In the *language* that is active."""
    short = name(deck, code)
    if family(deck) == "hasp":
        points = _HASP_POINTS[deck][hasp.DECK.card[code]]
        return ngettext("{name}, {points} point", "{name}, {points} points", points).format(name=short, points=points)
    written = title(deck, code)
    return short if written == short else f"{short}, {written}"


def _said(deck: str, code: str, suits: list[str]) -> str:
    """The card by its rank and its *suits*, where it has a title besides."""
    if deck != "decktet" or not suits:
        return title(deck, code)
    ranks = {"A": gettext("Ace"), "C": gettext("Crown"), "P": gettext("Pawn"), "T": gettext("Court")}
    rank = ranks.get(code[0], code[0])
    return format_html(gettext("{rank} of {suits}"), rank=rank, suits=listed(suits))


def listed(words: list[str]) -> str:
    """ "Moons", "Moons and Suns", "Moons, Suns and Leaves"."""
    if len(words) == 1:
        return words[0]
    several = format_html_join(", ", "{}", ([word] for word in words[:-1]))
    return format_html(gettext("{several} and {last}"), several=several, last=words[-1])


def initials(names: Sequence[str]) -> list[str]:
    """The first letter of each of *names*; two where others begin with the same one, or it and their number."""
    found = [name[:1].upper() for name in names]
    pairs = [name[:2].capitalize() for name in names]
    chosen = [pair if found.count(one) > 1 else one for one, pair in zip(found, pairs, strict=True)]
    return [
        f"{one}{number}" if one and chosen.count(each) > 1 else each
        for number, (one, each) in enumerate(zip(found, chosen, strict=True), start=1)
    ]


def word(deck: str, code: str) -> SafeString:
    """The card in running text, by its name; a card with a title is drawn before it where there is room."""
    return _word(deck, code, get_language() or "en")


@lru_cache(maxsize=1024)
def _word(deck: str, code: str, language: str) -> SafeString:
    if deck != "decktet":
        return escape(name(deck, code))
    said = _said(deck, code, [suit_word(key) for key in Face(deck, code).suits])
    return format_html('<span class="card-word" title="{}">{}{}</span>', title(deck, code), little(deck, code), said)


def little(deck: str, code: str) -> SafeString:
    """A card of the height of a line, without a word in it: its name stands beside it, to be read and copied."""
    face = Face(deck, code)
    mark = use(face.mark) if face.mark else ""
    suits = format_html_join("", "{}", ([suit(key)] for key in face.suits))
    three = " three" if len(face.suits) > 2 else ""
    index = format_html('<span class="rank" data-rank="{}">{}</span>{}', face.rank, mark, suits)
    return format_html(
        '<span class="card little {}{}" aria-hidden="true"><span class="index">{}</span></span>',
        family(deck),
        three,
        index,
    )


def slip(deck: str, code: str) -> SafeString:
    """What a card shows on one line, for the eye only: its rank and its suits."""
    return _slip(family(deck) if deck != french.VAMPIRES.key else deck, code)


@lru_cache(maxsize=512)
def _slip(deck: str, code: str) -> SafeString:
    face = Face(deck, code)
    mark = use(face.mark) if face.mark else escape(face.rank)
    suits = format_html_join("", "{}", ([suit(key, bare=face.family == "french")] for key in face.suits))
    return format_html('<span class="rank">{}</span>{}', mark, suits)


@lru_cache(maxsize=1024)
def use(symbol: str, css: str = "") -> SafeString:
    """A symbol of the sprite, for the eye only."""
    if css:
        return format_html(
            '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', css, static("suits.svg"), symbol
        )
    return format_html('<svg aria-hidden="true"><use href="{}#{}"/></svg>', static("suits.svg"), symbol)


@lru_cache(maxsize=128)
def suit(key: str, *, bare: bool = True) -> SafeString:
    """The symbol of a suit; ``bare`` leaves out the letter (where the name stands beside it)."""
    return format_html('<span class="suit {}{}">{}</span>', key, " bare" if bare else "", use(key))


def suit_word(key: str) -> SafeString:
    return format_html('<span class="suit-word">{} {}</span>', suit(key), gettext(SUIT_NAMES[key]))


def card(
    deck: str, code: str, *, css: str = "", key: str = "", label: str = "", hidden: bool = False, mark: str = ""
) -> SafeString:
    """A card, face up. ``key`` is its id on the page; ``hidden`` for a card that something beside it names; ``mark`` is
    a number in its corner, which *label* has to name too."""
    return _card(deck, code, css, key, label, hidden, mark, get_language() or "en")


@lru_cache(maxsize=4096)
def _card(deck: str, code: str, css: str, key: str, label: str, hidden: bool, mark: str, language: str) -> SafeString:
    named = mark_safe('aria-hidden="true"')
    if not hidden:
        named = format_html('role="img" aria-label="{}"', label or full_name(deck, code))
    ident = format_html(' id="{}"', key) if key else ""
    number = format_html(' data-mark="{}"', mark) if mark else ""
    three = " three" if deck == "decktet" and code[0] in "PT" else ""
    red = " red" if code == "ZR" else ""
    classes = f"{family(deck)}{three}{red} {css}".strip()
    return format_html('<span class="card {}"{}{} {}>{}</span>', classes, ident, number, named, _inside(deck, code))


def back(*, label: str = "", css: str = "") -> SafeString:
    named = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html('<span class="card back {}" {}>{}</span>', css, named, use("back"))


def slot(label: str, css: str = "") -> SafeString:
    """An empty place for a card."""
    named = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    return format_html('<span class="card slot {}" {}></span>', css, named)


def _inside(deck: str, code: str) -> SafeString:
    return _drawn(deck, code, get_language() or "en")


@lru_cache(maxsize=1024)
def _drawn(deck: str, code: str, language: str) -> SafeString:
    face = Face(deck, code)
    rank = use(face.mark) if face.mark else escape(face.rank)
    suits = mark_safe("".join(suit(key, bare=False) for key in face.suits))  # noqa: S308
    title = format_html('<span class="name">{}</span>', printed_title(deck, code)) if family(deck) != "french" else ""
    return format_html(
        '<span class="index"><span class="rank">{}</span>{}</span>{}{}{}',
        rank,
        suits,
        use(face.art, "art"),
        _points(deck, code) if face.family == "hasp" else "",
        title,
    )


def printed_title(deck: str, code: str) -> str:
    """What stands at the foot of a card."""
    return gettext(SUIT_NAMES[_HASP_SUITS[code[0]]]) if family(deck) == "hasp" else title(deck, code)


def points_of(deck: str, code: str) -> int:
    """What a card of HASP counts."""
    return _HASP_POINTS[deck][hasp.DECK.card[code]]


def _points(deck: str, code: str) -> SafeString:
    points = points_of(deck, code)
    return format_html('<span class="points">{}<b>{}</b></span>', mark_safe("<i></i>" * points), points)  # noqa: S308
