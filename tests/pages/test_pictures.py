"""A moment of a game that is over: its picture, what a link carries, the sheet that shares it, a film of a trick."""

import re
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image
from pytest_django import Settings

from accounts.models import User
from engine.game import AnyGame
from engine.registry import GAMES
from tests.clubs.making import facts
from tests.covering import covering
from tests.factories import decide_once, give_up, open_for, played_out
from tests.pages.conftest import MARKUP
from tournaments.clubs import services as clubs
from tournaments.tables import films, rematches, selectors, services
from tournaments.tables.lines import packed
from tournaments.tables.models import Film
from tournaments.tables.web.filming import make_film
from tournaments.tables.web.pictures import showing
from tournaments.tables.web.shown import of_text

pytestmark = pytest.mark.django_db
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
HTMX = {"HX-Request": "true"}
ORDER = {"from": "0", "to": "2", "seat": "public", "lang": "en"}


@pytest.fixture
def table() -> str:
    return played_out(GAMES["duck-soup"])


def size_of(png: bytes) -> tuple[int, int]:
    return Image.open(BytesIO(png)).size


def ordered(client: Client, table: str, **changed: str) -> int:
    return client.post(f"/tables/{table}/replay/film/order", ORDER | changed).status_code


# Each game as the public and each of two seats see it: tests/secrecy/test_pictures.py.
@pytest.mark.parametrize(("game", "seat"), covering(list(GAMES), ("public", "0", "turn", "all")))
def test_every_game_has_pictures_through_all_eyes(client: Client, game: str, seat: str) -> None:
    table = played_out(GAMES[game])
    for move, language in (("0", "en"), ("3", "es")):
        answer = client.get(f"/tables/{table}/replay/picture.png?move={move}&seat={seat}&lang={language}")
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
        assert size_of(answer.content) == (1200, 630)
    assert client.get(f"/tables/{table}/replay/picture.png?seat={seat}").status_code == 200


def test_a_picture_is_the_same_for_all_who_may_see_it(client: Client, table: str, ann: User) -> None:
    address = f"/tables/{table}/replay/picture.png?move=2&seat=public"
    one = client.get(address)
    player = Client()
    player.force_login(User.objects.get(username="duck-soup-1"))
    player.cookies["django_language"] = "es"
    assert player.get(address).content == one.content
    assert client.get(address, headers={"If-None-Match": one["ETag"]}).status_code == 304
    assert client.get(f"{address}&lang=es")["ETag"] != one["ETag"]


def test_a_new_name_makes_a_new_picture(client: Client, table: str) -> None:
    address = f"/tables/{table}/replay/picture.png?move=2"
    one = client.get(address)
    User.objects.filter(username="duck-soup-0").update(username="somebody")
    two = client.get(address, headers={"If-None-Match": one["ETag"]})
    assert two.status_code == 200
    assert two.content != one.content


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("move=9999", "bad_move"),
        ("move=-1", "bad_move"),
        ("move=x", "bad_move"),
        ("move=²", "bad_move"),
        ("seq=x", "bad_move"),
        ("seat=9", "bad_seat"),
        ("seat=", "bad_seat"),
        ("seat=0&front=7", "bad_seat"),
        ("lang=xx", "bad_language"),
    ],
)
def test_what_cannot_be_drawn_is_refused(client: Client, table: str, asked: str, code: str) -> None:
    answer = client.get(f"/tables/{table}/replay/picture.png?{asked}")
    assert answer.status_code == 422
    shared = client.get(f"/tables/{table}/replay/share?{asked}")
    assert shared.status_code in ((422,) if code != "bad_language" else (200,))


@pytest.mark.parametrize("path", ["picture.png", "share", "film?from=0&to=1", "film.webp?from=0&to=1"])
def test_a_table_that_is_played_has_none(as_ann: Client, ann: User, ben: User, path: str) -> None:
    table = open_for(ann, ben)
    decide_once(table)
    assert as_ann.get(f"/tables/{table}/replay/{path}").status_code == 422
    page = as_ann.get(f"/tables/{table}/replay").content.decode()
    assert "data-share" not in page
    assert "social.png" in page


def test_a_link_carries_the_picture_of_its_moment(client: Client, table: str) -> None:
    page = client.get(f"/tables/{table}/replay?move=2&seat=public").content.decode()
    found = re.search(r'<meta property="og:image" content="([^"]+)"', page)
    assert found is not None
    address = unescape(found[1])
    assert address.startswith(settings.SITE_URL)
    assert "move=2" in address
    picture = client.get(address.removeprefix(settings.SITE_URL))
    assert picture.content == client.get(f"/tables/{table}/replay/picture.png?move=2&seat=public").content


@pytest.mark.parametrize("asked", ["", "move=3"])
def test_a_link_that_names_no_eyes_carries_no_hands(client: Client, table: str, asked: str) -> None:
    page = client.get(f"/tables/{table}/replay?{asked}").content.decode()
    found = re.search(r'<meta property="og:image" content="([^"]+)"', page)
    assert found is not None
    address = unescape(found[1]).removeprefix(settings.SITE_URL)
    assert "seat=" not in address
    open_eyes = client.get(f"{address}&seat=public")
    assert client.get(address).content == open_eyes.content


@pytest.mark.parametrize("how", ["resigned", "ran out of time"])
def test_a_game_that_somebody_left_says_who_won_and_how(client: Client, ann: User, ben: User, how: str) -> None:
    table = open_for(ann, ben, game="german-whist")
    decide_once(table)
    loser = selectors.summary(table).to_act[0]
    if how == "resigned":
        services.resign(table_id=table, user_id=(ann, ben)[loser].pk)
    else:
        services.flag_to_act(table_id=table)
    view = showing(selectors.summary(table), {})
    words = " ".join(re.findall(r"<text[^>]*>([^<]*)<", view.drawn(view.last)))
    winner, loser_name = (ann, ben)[1 - loser], (ann, ben)[loser]
    assert f"{winner} won" in words
    assert f"{loser_name} {how}." in words
    assert "…" not in words
    page = client.get(f"/tables/{table}/replay").content.decode()
    assert f'property="og:title" content="German Whist: {winner} won"' in page


def test_a_table_of_a_private_club_gives_strangers_nothing(
    client: Client, as_ann: Client, ann: User, robot: User
) -> None:
    User.objects.update(date_joined="2020-01-01T00:00:00Z")
    club = clubs.found(by=ann.pk, facts=facts(visibility="private", join="invitation"))
    seats = [ann.pk, robot.pk]
    table = services.open_table(
        game="duck-soup", options={}, seats=seats, clock=None, rated=False, opener=ann.pk, club=club
    )
    give_up(table_id=table, user_id=ann.pk)
    page = as_ann.get(f"/tables/{table}/replay?move=1&seat=public").content.decode()
    assert "data-share" in page
    assert "picture.png" not in page
    paths = ("picture.png?move=1", "share", "film?from=0&to=1", "film.webp?from=0&to=1")
    for path in paths:
        assert client.get(f"/tables/{table}/replay/{path}").status_code == 404
    assert ordered(client, table) == 404
    assert as_ann.get(f"/tables/{table}/replay/picture.png?move=1").status_code == 200
    assert not Film.objects.exists()


def test_the_sheet_is_a_page_and_a_part_of_one(client: Client, table: str) -> None:
    page = client.get(f"/tables/{table}/replay/share?move=2&seat=public").content.decode()
    part = client.get(f"/tables/{table}/replay/share?move=2&seat=public", headers=HTMX).content.decode()
    assert "<html" in page
    assert "<html" not in part
    for each in (page, part):
        assert f'value="{settings.SITE_URL}/tables/{table}/replay?move=2&amp;seat=public"' in each
        assert "No hands are shown" in each
    whole = client.get(f"/tables/{table}/replay/share?move=2&seat=all&from=game").content.decode()
    assert f'value="{settings.SITE_URL}/tables/{table}/replay?seat=all"' in whole
    assert "Hands are shown" in whole


def test_a_film_is_made_once_and_then_the_same_for_all(client: Client, table: str, ann: User) -> None:
    assert ordered(client, table) == 302
    assert ordered(Client(), table) == 302
    row = Film.objects.get()
    address = f"/tables/{table}/replay/film.webp?from=0&to=2&seat=public&lang=en"
    assert client.get(address).status_code == 404
    assert "is being made" in client.get(address.replace(".webp", ""), headers=HTMX).content.decode()
    make_film(row.key)
    made = client.get(address)
    assert (made.status_code, made["Content-Type"]) == (200, "image/webp")
    film = Image.open(BytesIO(made.content))
    assert (getattr(film, "n_frames", 0), film.size) == (3, (800, 420))
    assert client.get(address, headers={"If-None-Match": made["ETag"]}).status_code == 304
    assert "film.webp" in client.get(address.replace(".webp", ""), headers=HTMX).content.decode()
    make_film(row.key)
    assert Film.objects.get().made_at == Film.objects.get(pk=row.key).made_at
    assert client.get(address.replace("to=2", "to=1")).status_code == 404


def test_the_link_of_a_film_lives_on_when_they_play_again(client: Client, table: str) -> None:
    def film() -> Any:
        return client.get(f"/tables/{table}/replay/film.webp?from=0&to=2&seat=public&lang=en")

    ordered(client, table)
    make_film(Film.objects.get().key)
    made = film()
    services.mark_settled(table_id=table)
    assert (film().content, film()["ETag"]) == (made.content, made["ETag"])
    for player in selectors.summary(table).seats:
        assert player is not None
        rematches.ask(table_id=table, user_id=player)
        assert (film().status_code, film()["ETag"]) == (200, made["ETag"])
    sheet = client.get(f"/tables/{table}/replay/film?from=0&to=2&seat=public&lang=en", headers=HTMX).content.decode()
    assert "film.webp" in sheet


@pytest.mark.parametrize(
    "changed",
    [
        {"from": "2", "to": "1"},
        {"from": "0", "to": str(films.MOST)},
        {"from": "0", "to": "9999"},
        {"from": "x"},
        {"from": ""},
        {"seat": "8"},
        {"lang": "xx"},
    ],
)
def test_a_film_that_cannot_be_is_refused(client: Client, table: str, changed: dict[str, str]) -> None:
    assert ordered(client, table, **changed) == 422
    assert not Film.objects.exists()


@every_game
def test_every_game_has_films(client: Client, game: AnyGame) -> None:
    table = played_out(game)
    part = client.get(f"/tables/{table}/replay/share?move=4&seat=public", headers=HTMX).content.decode()
    given = dict(re.findall(r'<input type="hidden" name="(from|to|lang|seat)" value="([^"]*)"', part))
    for kind in ("webp", "gif"):
        assert client.post(f"/tables/{table}/replay/film/order", given | {"kind": kind}).status_code == 302
        make_film(Film.objects.get(made_at=None).key)
    assert {films.state(row.key) for row in Film.objects.all()} == {"made"}
    assert [len(bytes(row.film or b"")) <= films.LARGEST for row in Film.objects.all()] == [True, True]


def test_a_film_is_a_gif_where_that_is_asked_for(client: Client, table: str) -> None:
    assert ordered(client, table, kind="gif") == 302
    row = Film.objects.get()
    make_film(row.key)
    asked = "from=0&to=2&seat=public&lang=en"
    made = client.get(f"/tables/{table}/replay/film.gif?{asked}")
    assert (made.status_code, made["Content-Type"]) == (200, "image/gif")
    film = Image.open(BytesIO(made.content))
    assert (film.format, getattr(film, "n_frames", 0), film.size) == ("GIF", 3, (640, 336))
    assert client.get(f"/tables/{table}/replay/film.webp?{asked}").status_code == 404
    part = client.get(f"/tables/{table}/replay/film?{asked}", headers=HTMX).content.decode()
    assert "film.gif" in part
    assert '<option value="webp">' in part
    assert '<option value="gif">' not in part


# -- of lines, and of games that came as text


def carried(page: str) -> str:
    """The path of the picture that a link to *page* carries."""
    found = re.search(r'<meta property="og:image" content="([^"]+)"', page)
    assert found is not None
    return unescape(found[1]).removeprefix(settings.SITE_URL)


@pytest.fixture
def line(client: Client, table: str) -> str:
    """The query of a line of one move."""
    page = client.get(f"/tables/{table}/replay?move=4&on", follow=True).content.decode()
    found = re.search(r'<li>\s*<a href="\?seat=all&amp;front=0(&amp;after=[^"]+)"', page)
    assert found is not None
    return unescape(found[1]).removeprefix("&")


def test_a_line_has_a_picture_and_a_link_of_its_own(client: Client, table: str, line: str) -> None:
    address = f"/tables/{table}/replay"
    page = client.get(f"{address}?seat=public&{line}").content.decode()
    drawn = client.get(carried(page))
    assert line in carried(page)
    assert size_of(drawn.content) == (1200, 630)
    assert drawn.content != client.get(f"{address}/picture.png?seat=public").content
    assert drawn.content == client.get(f"{address}/picture.png?seat=public&{line}").content
    sheet = unescape(client.get(f"{address}/share?move=1&seat=public&{line}").content.decode())
    assert f'value="{settings.SITE_URL}{address}?move=1&seat=public&{line}"' in sheet
    assert f"{address}/picture.png?move=1&seat=public&{line}" in sheet
    assert 'id="film"' not in sheet
    assert "/record" not in sheet
    for path in ("picture.png", "share"):
        assert client.get(f"{address}/{path}?after=9999&line=1:KS").status_code == 422
        assert client.get(f"{address}/{path}?{line}.1:nonsense").status_code == 422
        assert client.get(f"{address}/{path}?move=99&{line}").status_code == 422


def test_a_film_is_never_of_a_line(client: Client, table: str, line: str) -> None:
    asked = dict(part.split("=") for part in line.split("&"))
    assert ordered(client, table, **asked) == 302
    assert ordered(client, table) == 302
    assert Film.objects.count() == 1


def test_a_line_beside_a_table_that_is_played_has_none(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    decide_once(table)
    assert as_ann.get(f"/tables/{table}/replay/picture.png?after=3&line=").status_code == 422


def test_a_game_that_came_as_text_has_pictures_and_a_sheet(client: Client) -> None:
    address = of_text(f'[Game "duck-soup"]\n[Seat1 "{MARKUP}"]\n[Seat2 "Ben"]\n').address
    page = client.get(f"{address}?move=0&seat=public").content.decode()
    drawn = client.get(carried(page))
    assert (drawn.status_code, drawn["Content-Type"], size_of(drawn.content)) == (200, "image/png", (1200, 630))
    sheet = client.get(f"{address}/share?move=0&seat=public").content.decode()
    assert f'value="{settings.SITE_URL}{address}?move=0&amp;seat=public"' in sheet
    assert "No hands are shown" in sheet
    assert 'id="film"' not in sheet
    assert client.get(f"{address}/picture.png?move=0", headers={"If-None-Match": drawn["ETag"]}).status_code == 304
    for query in ("move=9", "seat=2", "lang=xx", "after=1&line=9:x"):
        assert client.get(f"{address}/picture.png?{query}").status_code == 422
    for path in ("picture.png", "share"):
        assert client.get(f"/replay/nonsense/{path}").status_code == 404
        bad = packed('[Game "duck-soup"]\n\n1:nonsense')
        assert client.get(f"/replay/{bad}/{path}").status_code == 422


@pytest.mark.usefixtures("fresh_allowances")
@pytest.mark.parametrize("path", ["picture.png", "share"])
def test_pictures_of_texts_are_counted(client: Client, settings: Settings, path: str) -> None:
    address = of_text('[Game "duck-soup"]\n').address
    settings.RATES = {"replays": "1/h", "address_replays": "1/h"}
    assert client.get(f"{address}/{path}").status_code == 200
    assert client.get(f"{address}/{path}").status_code == 429


def test_a_film_whose_moves_are_not_there_is_given_up(table: str) -> None:
    Film.objects.create(key="x", table="nosuchtabl", asked=_asked("nosuchtabl"), asked_at=0)
    make_film("x")
    assert films.state("x") == "failed"


def _asked(table: str) -> dict[str, object]:
    return {"table": table, "first": 0, "last": 1, "seat": "public", "front": 0, "language": "en"}


def test_pictures_that_were_drawn_are_counted_for_those_who_run_the_service(client: Client, table: str) -> None:
    before = films.pictures()
    for _ in range(2):
        assert client.get(f"/tables/{table}/replay/picture.png?move=1").status_code == 200
    assert films.pictures() == before + 1, "the second one was kept"
