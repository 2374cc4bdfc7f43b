"""The longest names that sign-up lets in, which have no space to break at: no page becomes wider than its screen."""

from playwright.sync_api import ViewportSize

from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, log_in
from tests.factories import give_up, open_for, started

LONGEST = 30
GAMES = {2: ("german-whist", "gasp-duel"), 3: ("gasp",), 4: ("hasp", "gasp-pairs"), 5: ("gasp",)}
"""By the number of seats."""
SCREENS: list[ViewportSize] = [
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 1280, "height": 800},
]
# What sticks out at the right, innermost parts only; an element that scrolls by itself is not a fault of the page.
WIDER = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".table-scroll, .vh"))
  .map((e) => `${innerWidth} ${e.localName}.${e.className} ${e.textContent.trim().slice(0, 40)}`).slice(0, 3)"""


def people() -> list[User]:
    """Five people whose names are as wide as names can get."""
    names = [letter * (LONGEST - 1) + last for letter, last in ("MM", "WW", "MW", "WM", "M8")]
    return [User.objects.create_user(name, password=PASSWORD) for name in names]


def tables_of(users: list[User]) -> list[str]:
    """For each number of seats a table in play, one that waits for its last player, and one that is over."""
    paths = []
    for seats, games in GAMES.items():
        for game in games:
            dealt, over = (open_for(*users[:seats], game=game, rated=True) for _ in range(2))
            waiting = open_for(*users[: seats - 1], None, game=game)
            give_up(table_id=over, user_id=users[0].pk)
            paths += [f"/tables/{dealt}", f"/tables/{dealt}/replay?move=1", f"/tables/{waiting}", f"/tables/{over}"]
    return paths


def tournament_of(users: list[User]) -> list[str]:
    made = started(users[0].pk, [user.pk for user in users], name="T" * 60, format="round-robin")
    return [f"/tournaments/{made}{tab}" for tab in ("", "/rounds", "/standings", "/crosstable")]


def test_no_page_is_wider_than_its_screen_for_a_name_without_spaces(open_page: Opener) -> None:
    users = people()
    lists = ["/", "/tables", "/tables?game=gasp", "/players", "/tournaments", "/ladders/gasp"]
    paths = [*lists, *tables_of(users), *tournament_of(users), f"/players/{users[1].username}"]
    stranger, reader = open_page(), open_page()
    log_in(reader, users[0])
    found = []
    for page, path in [*((stranger, path) for path in paths), *((reader, path) for path in [*paths, "/settings"])]:
        page.goto(path)
        for screen in SCREENS:
            page.set_viewport_size(screen)
            found += [f"{path}: {part}" for part in page.evaluate(WIDER)]
    assert not found, "\n".join(found)
