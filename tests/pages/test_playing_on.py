"""Lines tried by hand from a position of a game that is over; games that came as text."""

import gzip
import json
import re
import zlib
from base64 import urlsafe_b64encode
from html import unescape
from threading import BoundedSemaphore

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from engine.chance import FastRng, SeedChance
from engine.game import AnyGame, parse_options
from engine.notation import Turn, write
from engine.registry import GAMES
from engine.table import Table
from tests.factories import decide_once, give_up, open_for, played_out
from tournaments.tables import frames, lines, selectors
from tournaments.tables.web import felts, shown

pytestmark = pytest.mark.django_db
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
GASP = '[Game "gasp"]\n[Seat1 "Ann"]\n[Seat2 "Ben"]\n[Seat3 "Cleo"]\n[Seed "q"]\n\n'
DUCK = '[Game "duck-soup"]\n[Seat1 "Ann <b>"]\n[Seat2 "Ben"]\n\n'


def offered(page: str) -> list[str]:
    """Where the moves lead that a line offers."""
    found = re.search(r'<section class="trying".*?</section>', page, re.DOTALL)
    assert found is not None
    return [unescape(href) for href in re.findall(r'<li>\s*<a href="([^"]+)"', found[0])]


def test_a_script_that_shows_another_line_is_sent_the_viewer_alone(client: Client) -> None:
    address = f"/tables/{played_out(GAMES['gasp'])}/replay?move=1&seat=0&on"
    whole = client.get(address, follow=True).content.decode()
    part = client.get(address, follow=True, headers={"X-Part": "viewer"}).content.decode()
    assert offered(part) == offered(whole)
    assert 'id="replay-menu"' in part
    assert "<html" not in part
    assert "<script" not in part


@every_game
def test_every_game_is_played_on_by_hand_from_any_position(client: Client, game: AnyGame) -> None:
    table = played_out(game)
    begun = client.get(f"/tables/{table}/replay?move=1&seat=0&on")
    assert begun.status_code == 302
    address = begun.headers["Location"]
    assert "seat=all" in address
    made = 0
    for number in range(1, 9):
        page = client.get(address).content.decode()
        moves = offered(page)
        if "Nothing more can be played" in page:
            break
        made += 1
        address = f"/tables/{table}/replay{moves[len(moves) // 2]}"
        assert address.count("%3A") == 0
        assert address.count(":") == number
    assert client.get(address).status_code == 200
    assert made  # a deal may be over soon, which its shuffle says
    assert selectors.summary(table).seq == frames.commits(table)[-1][1].seq  # nothing was written


def test_a_line_that_was_the_game_gives_the_game(client: Client) -> None:
    """The same moves by the same seed: what they lead to is what was recorded."""
    table = played_out(GAMES["german-whist"])
    moments = frames.commits(table)
    turns = lines.turns_of(moments)
    start = next(number for number, moment in enumerate(moments) if moment[1].state is not None)
    again = lines.tried(moments, moments[start][1].seq, turns)
    assert len(turns) > 20
    assert again[-1][1].state == moments[start + len(turns)][1].state


def test_a_line_goes_back_to_the_moment_that_it_left(client: Client) -> None:
    table = played_out(GAMES["duck-soup"])
    line = client.get(f"/tables/{table}/replay?move=9&on").headers["Location"]
    after = re.search(r"after=(\d+)", line)
    assert after is not None
    assert f'href="?seq={after[1]}&amp;seat=all"' in client.get(line).content.decode()
    back = client.get(f"/tables/{table}/replay?seq={after[1]}&seat=all").content.decode()
    moved = re.search(r'data-move="(\d+)"', back)
    assert moved is not None
    answer = client.get(f"/tables/{table}/replay/positions?seat=all").content
    seqs = json.loads(gzip.decompress(answer))["seqs"]
    assert seqs[int(moved[1])] == int(after[1])  # an event may be two positions: decided, and cleared away
    assert int(after[1]) in seqs[9:11], "what is held there is cleared away at the next position"


def test_a_line_may_be_cut_and_taken_back(client: Client) -> None:
    table = played_out(GAMES["duck-soup"])
    address = client.get(f"/tables/{table}/replay?move=9&on").headers["Location"]
    for _ in range(3):
        address = f"/tables/{table}/replay{offered(client.get(address).content.decode())[0]}"
    page = client.get(address).content.decode()
    undone = re.search(r'href="([^"]+)"\s+data-undo', page)
    assert undone is not None
    assert unescape(undone[1]).count(":") == 2
    cut = client.get(f"{address}&move=1&on").headers["Location"]
    assert cut.count(":") == 1


def test_a_move_against_the_rules_is_named(client: Client) -> None:
    table = played_out(GAMES["duck-soup"])
    address = client.get(f"/tables/{table}/replay?move=9&on").headers["Location"]
    refused = client.get(f"{address}1:nonsense")
    assert refused.status_code == 422
    assert "Move 1, “1:nonsense”" in refused.content.decode()


def test_a_broken_line_does_not_blame_the_text(client: Client) -> None:
    refused = client.get(f"{shown.of_text(DUCK).address}?after=5&line=1:nonsense")
    assert refused.status_code == 422
    assert 'id="game-error"' not in refused.content.decode()


@pytest.mark.parametrize(
    "asked",
    ["after=x&line=", "after=9&line=KS", "after=9&line=0:KS", "after=999999&line=", f"after=9&line={'1:KS.' * 201}"],
)
def test_a_line_that_cannot_be_read_is_refused(client: Client, asked: str) -> None:
    table = played_out(GAMES["duck-soup"])
    assert client.get(f"/tables/{table}/replay?{asked}").status_code == 422


VARIES = re.compile(rb"nonce-[^\"]+|csrfmiddlewaretoken\" value=\"\w+")


def test_nobody_plays_on_from_a_table_that_is_being_played(ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    decide_once(table)
    player = Client()
    player.force_login(ann)
    plain = player.get(f"/tables/{table}/replay?seat=0").content
    for asked in ("on", "after=3&line=", "after=3&line=1:KS"):
        page = player.get(f"/tables/{table}/replay?seat=0&{asked}")
        assert page.status_code == 200
        assert VARIES.sub(b"", page.content) == VARIES.sub(b"", plain)
    assert "data-on" not in plain.decode()


@every_game
def test_a_table_as_text_is_the_same_game_again(client: Client, game: AnyGame) -> None:
    table = played_out(game)
    text = client.get(f"/tables/{table}/replay/text").content.decode()
    moments = shown.of_text(text).moments
    assert moments[-1][1].result == selectors.summary(table).outcome
    opened = client.post("/replay", {"game": text})
    assert opened.status_code == 302
    page = client.get(opened.headers["Location"])
    assert page.status_code == 200
    positions = client.get(f"{opened.headers['Location']}/positions?seat=all")
    assert positions.headers["Content-Encoding"] == "gzip"


def test_who_left_stands_in_the_text(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    decide_once(table)
    give_up(table_id=table, user_id=ben.pk)
    text = client.get(f"/tables/{table}/replay/text").content.decode()
    assert "2:resigns" in text
    assert text.rstrip().endswith("1>2")
    assert shown.of_text(text).moments[-1][1].result == selectors.summary(table).outcome


def test_a_running_table_has_no_text(client: Client, ann: User, ben: User) -> None:
    assert client.get(f"/tables/{open_for(ann, ben)}/replay/text").status_code == 422


def test_a_game_as_text_has_plain_names_and_is_not_indexed(client: Client, ann: User) -> None:
    page = client.get(shown.of_text(DUCK.replace("Ben", ann.username)).address).content.decode()
    assert 'content="noindex"' in page
    assert "Ann &lt;b&gt;" in page
    assert f"/players/{ann.username}" not in page
    assert "/record" not in page


def test_a_game_as_text_is_played_on(client: Client) -> None:
    address = shown.of_text(DUCK).address
    line = client.get(f"{address}?move=0&on").headers["Location"]
    for _ in range(4):
        line = address + offered(client.get(line).content.decode())[-1]
    assert client.get(line).status_code == 200


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1:KS", "There is no game"),
        (DUCK + "1:zz", "Move 1, “1:zz”"),
        ('[Game "duck-soup"] [Deal "pack KS"]', "has not the cards of that pile"),
        (GASP + "1:2MK", "Move 1, “1:2MK”"),
        (GASP + "1:AK", "Move 1, “1:AK”"),
    ],
)
def test_a_text_that_cannot_be_read_says_what_is_wrong(client: Client, text: str, said: str) -> None:
    page = client.post("/replay", {"game": text})
    assert page.status_code == 422
    assert said in unescape(page.content.decode())
    refused = client.get(f"/replay/{lines.packed(text)}")
    assert refused.status_code == 422
    assert client.get(f"/replay/{lines.packed(text)}/positions").status_code == 422


def long_game(moves: int) -> str:
    """A game of Galapagos that takes some evenings, as text."""
    game = GAMES["galapagos"]
    options = parse_options(game, {})
    table, rng, turns = Table(game, 2, options, SeedChance.from_text("long")), FastRng("long"), list[Turn]()
    while len(turns) < moves:
        seat = table.to_act[0]
        legal = game.legal(table.state, seat)
        move = legal[int(rng.random() * len(legal))]
        turns.append(Turn(seat, game.move_text(move)))
        table.make(seat, move)
    return write(game, options, ["Ann", "Ben"], table.log, turns)


def test_a_game_of_many_moves_has_an_address_and_is_stepped_through(client: Client) -> None:
    text = long_game(900)
    assert len(text) > 8_192
    address = client.post("/replay", {"game": text}).headers["Location"]
    assert len(address) < shown.ADDRESS
    page = client.get(f"{address}?move=500&seat=public").content.decode()
    assert 'data-move="500"' in page
    assert 'content="noindex"' in page
    positions = json.loads(gzip.decompress(client.get(f"{address}/positions?seat=public").content))
    assert len(positions["felts"]) > 900
    sheet = client.get(f"{address}/share?move=500&seat=public").content.decode()
    assert "QR code" not in sheet
    assert client.get(f"{address}/picture.png?move=500&seat=public").status_code == 200


def test_what_is_too_long_for_an_address_is_refused_in_words(client: Client) -> None:
    noise = "".join(f"{number * 7919 % 65_537:x}" for number in range(4_000))
    page = client.post("/replay", {"game": DUCK + "{" + noise + "}"})
    assert page.status_code == 422
    assert "too long for an address" in page.content.decode()
    assert 'data-code="too_long"' in page.content.decode()


def test_a_link_may_have_the_whole_text(client: Client) -> None:
    opened = client.get("/replay", {"game": '[Game "german-whist"] [Seat1 "Ann"] 1:KS'})
    assert opened.status_code in (302, 422)
    assert client.get("/replay", {"game": '[Game "german-whist"] [Seat1 "Ann"]  [Seat2 "Ben"]'}).status_code == 302
    assert client.get("/replay").status_code == 200


def test_an_address_that_is_no_game_is_not_found(client: Client) -> None:
    assert client.get("/replay/nonsense").status_code == 404
    assert client.get("/replay/nonsense/positions").status_code == 404
    code = lines.packed(DUCK)
    assert client.get(f"/replay/{code}").status_code == 200
    for cut in range(1, len(code)):
        assert client.get(f"/replay/{code[:-cut]}").status_code == 404, cut
    behind = urlsafe_b64encode(zlib.compress(DUCK.encode(), 9) + b"xyz").decode().rstrip("=")
    assert client.get(f"/replay/{behind}").status_code == 404
    bomb = lines.packed("x" * 10_000_000)
    assert client.get(f"/replay/{bomb}").status_code == 422


@pytest.mark.usefixtures("fresh_allowances")
def test_a_long_game_in_an_address_counts_for_as_much_as_it_costs(client: Client, settings: Settings) -> None:
    long, short = shown.of_text(long_game(900)).address, shown.of_text(DUCK).address
    settings.RATES = {"address_positions": "5/h", "address_replays": "99/h"}
    assert client.get(f"{short}/positions").status_code == 200
    assert client.get(f"{long}/positions").status_code == 429
    settings.RATES = {"address_replays": "38/h"}
    assert client.get(short).status_code == 200
    assert client.get(long).status_code == 200
    assert client.get(short).status_code == 429


@pytest.mark.usefixtures("fresh_allowances")
def test_lines_are_counted_apart_from_games(client: Client, settings: Settings) -> None:
    address = shown.of_text(DUCK).address
    settings.RATES = {"address_positions": "1/h", "address_lines": "2/h"}
    assert client.get(f"{address}/positions").status_code == 200
    asked = [client.get(f"{address}/positions?after=5&line=&seat={seat}").status_code for seat in ("0", "1", "all")]
    assert asked == [200, 200, 429]


def test_few_threads_of_a_process_draw_positions(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"{shown.of_text(DUCK.replace('Ben', 'Busy')).address}/positions"
    full = BoundedSemaphore(1)
    monkeypatch.setattr(felts, "_ROOM", full)
    with full:
        busy = client.get(address)
    assert (busy.status_code, busy["Retry-After"]) == (429, "1")
    assert client.get(address).status_code == 200
    with full:
        assert client.get(address).status_code == 200
