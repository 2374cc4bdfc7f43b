"""Friendly names: for guests an adjective, a bird and a number; for bots a first name."""

import secrets
from collections.abc import Iterator
from itertools import count

ADJECTIVES = (
    "Amber", "Brave", "Bright", "Calm", "Clever", "Copper", "Curious", "Early", "Fair", "Gentle", "Happy", "Honest",
    "Jolly", "Keen", "Kind", "Lively", "Lucky", "Merry", "Misty", "Modest", "Nimble", "Patient", "Polite", "Quick",
    "Quiet", "Rosy", "Silver", "Spry", "Steady", "Sunny", "Swift", "Warm", "Wise", "Witty",
)  # fmt: skip
BIRDS = (
    "Avocet", "Bittern", "Bunting", "Crane", "Curlew", "Dipper", "Dunlin", "Egret", "Finch", "Gannet", "Grebe", "Heron",
    "Hoopoe", "Ibis", "Jackdaw", "Jay", "Kestrel", "Kite", "Lapwing", "Lark", "Linnet", "Magpie", "Martin", "Osprey",
    "Owl", "Plover", "Puffin", "Quail", "Raven", "Redstart", "Robin", "Siskin", "Snipe", "Starling", "Swift", "Teal",
    "Tern", "Thrush", "Wagtail", "Warbler", "Wren",
)  # fmt: skip
BOTS = (
    "Ada", "Anselm", "Bea", "Cosmo", "Dora", "Edda", "Fitz", "Greta", "Hugo", "Ines", "Jasper", "Kofi", "Lindiwe",
    "Marlow", "Nell", "Oswin", "Pell", "Quill", "Rosalind", "Silas", "Tobias", "Una", "Viggo", "Wanda", "Yejin", "Zora",
)  # fmt: skip


def bot_names() -> Iterator[str]:
    """Names for bots: each once, then each with a number, without an end."""
    yield from BOTS
    for number in count(2):
        yield from (f"{name}{number}" for name in BOTS)


def guest_names() -> Iterator[str]:
    """Names to try, one after the other; they never end."""
    while True:
        yield f"{secrets.choice(ADJECTIVES)}{secrets.choice(BIRDS)}{secrets.randbelow(9000) + 1000}"
