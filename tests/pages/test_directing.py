"""What a tournament's pages say and ask: withdrawing, conditions, descriptions, the past, the end."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from msgspec.structs import replace

from accounts import services as accounts
from accounts.models import User
from engine.registry import GAMES
from tests.markup import tight
from tests.pages.forms import form, running
from tournaments.director import selectors, services
from tournaments.director.commands import cancellation
from tournaments.director.models import Match, Round, Tournament
from tournaments.director.tasks import tick
from tournaments.kit.markdown import written
from tournaments.log import sources
from tournaments.pairing import swiss
from tournaments.pairing.draw import Unpairable
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.events import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("contexts_kept")]


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return tight(answer.content.decode())


def test_opening_the_table_is_coming_to_it(as_ann: Client, ann: User, ben: User) -> None:
    tournament_id = running(ben, ann, ben)
    table = Match.objects.get(tournament=tournament_id).table
    assert table is not None
    page = text(as_ann, f"/tables/{table}")
    assert "You are here." in page
    assert "has missed this match" in page
    assert tables.gathering(table) == frozenset({ann.pk})
    theirs = Client()
    theirs.force_login(ben)
    text(theirs, f"/tables/{table}")
    assert tables.summary(table).status == "playing"


def test_withdrawing_asks_first_and_says_what_follows(as_ann: Client, ann: User, ben: User) -> None:
    tournament_id = running(ben, ann, ben)
    page = text(as_ann, f"/tournaments/{tournament_id}/withdraw")
    assert "the match counts as missed, and the others do not wait." in page
    assert not any(entry.withdrawn for entry in selectors.detail(tournament_id).entries)
    assert as_ann.post(f"/tournaments/{tournament_id}/withdraw").status_code == 302
    assert selectors.detail(tournament_id).status == "finished"


def test_a_user_who_takes_no_part_has_nothing_to_withdraw(as_ann: Client, ben: User) -> None:
    tournament_id = running(ben, start=False)
    assert "You do not take part" in text(as_ann, f"/tournaments/{tournament_id}/withdraw")
    assert "You do not take part" in text(Client(), f"/tournaments/{tournament_id}/withdraw")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"starts_at": "2020-01-01T19:00"}, "starts_at"),
        ({"clock": "", "round_minutes": ""}, "clock"),
    ],
)
def test_what_cannot_be_is_said_beside_the_field(as_ann: Client, ann: User, given: dict[str, str], field: str) -> None:
    answer = as_ann.post("/tournaments/new", form(**given))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    tournament_id = running(ann, start=False)
    answer = as_ann.post(f"/tournaments/{tournament_id}/edit", form(**given))
    assert list(answer.context["form"].errors) == [field]


def test_a_tournament_is_announced_with_a_clock_or_a_deadline(as_ann: Client) -> None:
    for given in ({}, {"clock": "", "round_minutes": "60", "grace_minutes": "10"}):
        assert as_ann.post("/tournaments/new", form(**given)).status_code == 302


class Offered(HTMLParser):
    """What a browser sends of the form at *action* ("" for the page's own), as it is offered."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._select = ""
        self._in_it = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._in_it = "entry-form" in given.get("class", "")
        if not self._in_it:
            return
        name = given.get("name", "")
        if tag == "select":
            self._select = name
        elif tag == "option" and ("selected" in given or self._select not in self.fields):
            self.fields[self._select] = given["value"]
        elif tag == "textarea":
            self.fields[name] = ""
        elif tag == "input" and (given["type"] not in ("checkbox", "radio") or "checked" in given):
            self.fields[name] = given.get("value", "on" if given["type"] == "checkbox" else "")


@pytest.mark.parametrize("game", GAMES)
def test_the_form_of_a_new_tournament_needs_nothing_but_a_name(as_ann: Client, game: str) -> None:
    path = f"/tournaments/new?game={game}"
    offered = Offered(text(as_ann, path)).fields
    answer = as_ann.post(path, offered | {"name": "Tuesday"})
    assert answer.status_code == 302, answer.context["form"].errors
    [made] = selectors.listed()
    assert made.game == game
    assert selectors.detail(made.id).settings.clock == Clock(300, 5)


def test_a_guest_is_told_before_entering_that_a_rated_tournament_is_for_players_with_an_account(ben: User) -> None:
    guest = Client()
    guest.force_login(accounts.create_guest())
    rated, friendly = running(ben, start=False), running(ben, start=False, rated=False, name="Friendly")
    page = text(guest, f"/tournaments/{rated}")
    assert "This tournament is rated." in page
    assert f'action="/tournaments/{rated}/join"' not in page
    assert f"/account/signup/?next=/tournaments/{rated}" in page
    assert f'action="/tournaments/{friendly}/join"' in text(guest, f"/tournaments/{friendly}")


def test_lists_are_ordered_by_the_start_that_they_show(client: Client, ann: User, ben: User) -> None:
    """The real one, when a tournament was started earlier or later than planned."""
    hour, now = 3_600_000, sources.now_ms()
    for name, planned, began in (("first", 3, 0), ("second", 1, 1), ("third", 2, 2)):
        tournament_id = running(ben, ann, ben, name=name, starts_at=now + planned * hour)
        Tournament.objects.filter(pk=tournament_id).update(started_at=now + began * hour)

    def order(path: str = "/tournaments") -> list[str]:
        return re.findall(r">(first|second|third)</a>", text(client, path))

    assert order() == ["first", "second", "third"]
    Tournament.objects.update(status="finished")
    assert order() == ["third", "second", "first"]
    assert [summary.name for summary in selectors.listed(user=ann.pk)] == ["third", "second", "first"]


def test_a_table_that_one_has_withdrawn_from_waits_for_one_no_more(as_ann: Client, ann: User, ben: User) -> None:
    """The director takes a moment to end it."""
    tournament_id = running(ben, ann, ben)
    table = Match.objects.get(tournament=tournament_id).table
    assert table is not None
    for user in (ann, ben):
        table_services.arrive(table_id=table, user_id=user.pk)
    assert "To the table" in text(as_ann, f"/tournaments/{tournament_id}")
    services.withdraw(tournament_id=tournament_id, user_id=ann.pk)
    page = text(as_ann, f"/tournaments/{tournament_id}")
    assert selectors.detail(tournament_id).status == "running", "the match has not been settled yet"
    assert "To the table" not in page
    assert "Your table is being played" not in page


def test_the_past_offers_nothing_to_do(as_ann: Client, ann: User) -> None:
    tournament_id = running(ann, ann, start=False)
    services.edit(
        tournament_id=tournament_id,
        by=ann.pk,
        settings=replace(selectors.detail(tournament_id).settings, name="Wednesday"),
    )
    now, past = text(as_ann, f"/tournaments/{tournament_id}"), text(as_ann, f"/tournaments/{tournament_id}?as_of=2")
    for verb in ("withdraw", "start", "edit", "cancel", "bots"):
        assert f"/tournaments/{tournament_id}/{verb}" in now
        assert f"/tournaments/{tournament_id}/{verb}" not in past
    assert f"/tournaments/{tournament_id}/join" not in past


def test_all_conditions_are_on_the_page(client: Client, ben: User) -> None:
    tournament_id = running(ben, start=False, game="gasp", format="pods", bye="1/2", grace_minutes=7, round_minutes=50)
    page = text(client, f"/tournaments/{tournament_id}")
    for word, value in (
        ("A bye counts", "half a win"),
        ("Among equal points", "Buchholz, Sonneborn-Berger, Games won"),
        ("Wait for players", "7 minutes"),
        ("Time for a round", "50 minutes"),
    ):
        assert f"<dt>{word}</dt><dd>{value}</dd>" in re.sub(r"> <", "><", page)
    facts = page[page.index("Conditions") :]
    assert facts.count("<dt>") > 10


def test_long_times_are_told_in_days(client: Client, ben: User) -> None:
    tournament_id = running(ben, start=False, round_minutes=3 * 1440, grace_minutes=24 * 60 * 3, private=True)
    page = re.sub(r"> <", "><", text(client, f"/tournaments/{tournament_id}"))
    assert "<dt>Time for a round</dt><dd>3 days</dd>" in page
    assert "<dt>Wait for players</dt><dd>3 days</dd>" in page
    assert "no: only people with its address can find it" in page


def test_a_match_that_nobody_came_to_says_so(client: Client, ann: User, ben: User) -> None:
    tournament_id = running(ben, ann, ben)
    Round.objects.update(grace=sources.now_ms() - 1)
    tick()
    assert text(client, f"/tournaments/{tournament_id}").count("missed it") == 2
    assert "missed the match" in text(client, f"/tournaments/{tournament_id}/standings")
    assert "missed the match" in text(client, f"/tournaments/{tournament_id}/crosstable")


def test_the_end_shows_who_won(client: Client, ann: User, ben: User) -> None:
    tournament_id = running(ben, ann, ben)
    services.withdraw(tournament_id=tournament_id, user_id=ann.pk)
    page = text(client, f"/tournaments/{tournament_id}")
    podium = page[page.index('class="podium"') : page.index("Winner")]
    assert "ben" in podium
    assert "ann" not in podium


def test_a_table_of_a_tournament_that_was_called_off_says_so(as_ann: Client, ann: User, ben: User) -> None:
    tournament_id = running(ben, ann, ben)
    table = Match.objects.get(tournament=tournament_id).table
    services.cancel(tournament_id=tournament_id, by=ben.pk)
    assert "nothing is rated" in text(as_ann, f"/tables/{table}")
    assert "are not rated" in text(as_ann, f"/tournaments/{tournament_id}")


def staff() -> User:
    """Who plays in it cancels nothing while their table is played for a rating."""
    return User.objects.create_user("stella", is_staff=True)


def test_who_was_playing_is_told_that_the_organiser_called_it_off(as_ann: Client, ann: User, ben: User) -> None:
    tournament_id = running(ben, ann, ben)
    table = Match.objects.get(tournament=tournament_id).table
    assert table is not None
    for user in (ann, ben):
        table_services.arrive(table_id=table, user_id=user.pk)
    assert 'class="hand' in text(as_ann, f"/tables/{table}")
    services.cancel(tournament_id=tournament_id, by=staff().pk)
    for viewer in (as_ann, Client()):
        for path in ("", "/board"):
            page = text(viewer, f"/tables/{table}{path}")
            assert "The organiser called the tournament off" in page
            assert "nothing is rated" in page
            assert f'href="/tournaments/{tournament_id}"' in page
            assert 'class="hand' not in page
            assert 'class="prompt"' not in page
    assert 'class="felt"' in text(as_ann, f"/tables/{table}/replay")


def test_a_tournament_that_was_called_off_has_nothing_left_to_play(as_ann: Client, ann: User, ben: User) -> None:
    tournament_id = running(ben, ann, ben)
    assert "Your table is waiting" in text(as_ann, f"/tournaments/{tournament_id}")
    services.cancel(tournament_id=tournament_id, by=ben.pk)
    for path in ("", "/rounds"):
        page = text(as_ann, f"/tournaments/{tournament_id}{path}")
        assert '<span class="badge bad">Called off</span></header>' in page
        for word in ("Your table is waiting", "playing now", "badge live"):
            assert word not in page


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![x](https://evil.example/x.png)",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](vbscript:x)",
        "<javascript:alert(1)>",
        "<a href='javascript:alert(1)'>x</a>",
        '[x](https://example.org/"onmouseover="alert(1))',
        "[a]: javascript:alert(1)\n\n[a]",
        "<svg/onload=alert(1)>",
        "<style>*{display:none}</style>",
        "&lt;script&gt;",
    ],
)
def test_a_hostile_description_does_nothing(hostile: str) -> None:
    html = written(hostile)
    assert not re.search(r"<(?!/?(p|a|br|em|strong|code)\b)", html)
    for tag in re.findall(r"<[^>]*>", html):
        assert not re.search(r"\son\w+\s*=", re.sub(r'"[^"]*"', '""', tag))
        assert not re.search(r'href="\s*(javascript|data|vbscript)', tag, re.IGNORECASE)


def test_a_description_is_markdown_with_links_that_vouch_for_nobody() -> None:
    html = written("# Rules\n\nBring *snacks*, see [us](https://example.org).")
    assert "<h3>Rules</h3>" in html
    assert "<em>snacks</em>" in html
    assert '<a href="https://example.org" rel="nofollow ugc noopener">us</a>' in html


def test_settings_that_do_not_fit_those_who_entered_are_refused_beside_their_field(ann: User) -> None:
    client = Client()
    client.force_login(ann)
    tournament_id = running(ann, accounts.create_guest(), start=False, rated=False)
    answer = client.post(f"/tournaments/{tournament_id}/edit", form(rated="on", bots="on"))
    assert answer.status_code == 422
    assert re.search(r'name="rated".*?field-errors.*?Guests have entered', answer.content.decode(), re.DOTALL)
    assert not selectors.detail(tournament_id).settings.rated


# -- what is true while tables wait, and after


def tables_of(tournament_id: str) -> list[str]:
    return [str(table) for table in Match.objects.filter(tournament=tournament_id).values_list("table", flat=True)]


def test_a_table_names_the_round_it_was_played_in(client: Client, ann: User, ben: User) -> None:
    third = User.objects.create(username="cleo")
    tournament_id = running(ben, ann, ben, third, rounds=2)
    (table,) = tables_of(tournament_id)
    for user in tables.summary(table).seats:
        assert user is not None
        table_services.arrive(table_id=table, user_id=user)
    table_services.resign(table_id=table, user_id=tables.summary(table).seats[0] or 0)
    settle_table(table_id=table)
    assert len(selectors.at(tournament_id).rounds) == 2
    assert "Round 1, Tuesday" in text(client, f"/tables/{table}")


def test_a_table_that_nobody_has_come_to_is_not_shown_as_being_played(as_ann: Client, ann: User, ben: User) -> None:
    tournament_id = running(ben, ann, ben)
    for path in ("", "/rounds"):
        page = text(as_ann, f"/tournaments/{tournament_id}{path}")
        assert "Waiting for players" in page
        assert '<span class="badge live">Live</span>' not in page
        assert "playing now" not in page
    assert "after that the match counts as missed" in text(as_ann, f"/tournaments/{tournament_id}")
    (table,) = tables_of(tournament_id)
    for user in (ann, ben):
        table_services.arrive(table_id=table, user_id=user.pk)
    page = text(as_ann, f"/tournaments/{tournament_id}")
    assert "Your table is being played" in page
    assert '<p class="eyebrow">Round 1 · Table 1</p>' in page
    assert "playing now" in page
    assert '<span class="badge live">Live</span>' in page
    assert '<span class="badge live">Live</span>' not in text(as_ann, f"/tournaments/{tournament_id}?as_of=5")


def test_the_time_left_to_come_is_counted_down_and_no_clock_is_promised(as_ann: Client, ann: User, ben: User) -> None:
    (table,) = tables_of(running(ben, ann, ben, clock=None, round_minutes=30))
    grace = Round.objects.get().grace
    page = text(as_ann, f"/tables/{table}")
    assert f'data-due="{grace}"' in page
    assert "UTC has missed this match" in page
    assert "clocks start" not in page
    assert "You came to the table." in page


def test_who_wins_by_forfeit_and_who_missed_the_match_are_told_so_at_the_table(
    as_ann: Client, ann: User, ben: User
) -> None:
    tournament_id = running(ben, ann, ben)
    (table,) = tables_of(tournament_id)
    services.withdraw(tournament_id=tournament_id, user_id=ben.pk)
    theirs = Client()
    theirs.force_login(ben)
    assert "you win this match" in text(as_ann, f"/tables/{table}")
    assert "This match counts as missed for you" in text(theirs, f"/tables/{table}")
    assert "says what that counts and where the others play" in text(Client(), f"/tables/{table}")


def test_the_others_of_a_table_are_led_to_where_they_play_now(as_ann: Client, ann: User, ben: User) -> None:
    others = [User.objects.create(username=name) for name in ("cleo", "dan")]
    tournament_id = running(ben, ann, ben, *others, game="gasp", format="pods")
    (table,) = tables_of(tournament_id)
    services.withdraw(tournament_id=tournament_id, user_id=ben.pk)
    (again,) = tables_of(tournament_id)
    assert again != table
    assert f'href="/tables/{again}">Go to the table' in text(as_ann, f"/tables/{table}")


def test_who_has_withdrawn_is_told_and_marked(as_ann: Client, ann: User, ben: User) -> None:
    others = [User.objects.create(username=name) for name in ("cleo", "dan")]
    tournament_id = running(ben, ann, ben, *others)
    services.withdraw(tournament_id=tournament_id, user_id=ann.pk)
    assert "You have withdrawn." in text(as_ann, f"/tournaments/{tournament_id}")
    assert "You have withdrawn." not in text(as_ann, f"/tournaments/{tournament_id}?as_of=5")
    standings = text(as_ann, f"/tournaments/{tournament_id}/standings")
    assert re.search(r">ann</a><span class=\"badge\">withdrawn</span>", standings)


def test_the_form_names_above_all_what_is_wrong_below(as_ann: Client) -> None:
    answer = as_ann.post("/tournaments/new", form(starts_at="2020-01-01T19:00"))
    assert re.search(r'role="alert"[^>]*><p>[^<]*<a href="#id_starts_at">Start</a>', tight(answer.content.decode()))


def test_what_is_announced_says_when_it_starts_and_how_many_rounds_it_has(client: Client, ben: User) -> None:
    page = text(client, f"/tournaments/{running(ben, start=False, rounds=None)}")
    assert "Organised by ben, starts<time" in page
    assert "<dt>Rounds</dt><dd>as many as it needs</dd>" in re.sub(r"> <", "><", page)
    assert "<dt>Rounds</dt><dd>4</dd>" in text(client, f"/tournaments/{running(ben, start=False, rounds=4)}")


def test_a_choice_among_the_conditions_is_in_the_reader_s_language(client: Client, ben: User) -> None:
    tournament_id = running(ben, start=False, options={"length": "deal"})
    page = client.get(f"/tournaments/{tournament_id}", headers={"accept-language": "es"}).content.decode()
    assert "<dd>un reparto</dd>" in page


def test_a_round_that_cannot_be_paired_tells_its_organiser_what_to_do(
    as_ann: Client, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [User.objects.create(username=name) for name in ("cleo", "dan")]
    tournament_id = running(ann, ann, ben, *others, rounds=2)
    with monkeypatch.context() as patched:
        patched.setattr(swiss, "pair", unpairable)
        for table in tables_of(tournament_id):
            seats = tables.summary(table).seats
            for user in seats:
                table_services.arrive(table_id=table, user_id=user or 0)
            table_services.resign(table_id=table, user_id=seats[0] or 0)
            settle_table(table_id=table)
        path = f"/tournaments/{tournament_id}"
        assert "Round 2 could not be paired." in text(as_ann, path)
        assert "The organiser has to decide" in text(Client(), path)
        assert f"{path}/remove" not in text(Client(), path)
        assert "Try to pair again" not in text(as_ann, f"{path}?as_of=6")
        theirs = Client()
        theirs.force_login(ben)
        for verb in ("pair", "remove"):
            assert theirs.post(f"{path}/{verb}", {"user": ann.pk}).status_code == 403
        as_ann.post(f"{path}/remove", {"user": others[0].pk})
        assert "Round 2 could not be paired." in text(as_ann, path)
        as_ann.post(f"{path}/pair")
    as_ann.post(f"{path}/pair")
    assert "could not be paired" not in text(as_ann, path)
    assert [len(each.matches) + len(each.byes) for each in selectors.at(tournament_id).rounds] == [2, 2]


def unpairable(*_field: object, **_given: object) -> None:
    raise Unpairable("the forbidden pairs leave no round")


def test_a_tournament_that_was_called_off_tells_how_many_tables_are_left(
    client: Client, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cancellation, "ABORTED_AT_ONCE", 0)
    tournament_id = running(ben, ann, ben)
    services.cancel(tournament_id=tournament_id, by=ben.pk)
    page = text(client, f"/tournaments/{tournament_id}")
    assert "1 table is still being ended." in page
    assert "every 5s" in page
    monkeypatch.undo()
    tick()
    assert "still being ended" not in text(client, f"/tournaments/{tournament_id}")


def test_the_script_of_a_page_gets_it_again_only_when_something_has_changed(
    as_ann: Client, ann: User, ben: User
) -> None:
    tournament_id = running(ben, ann, ben)
    path, asks = f"/tournaments/{tournament_id}", {"HX-Request": "true"}
    assert "ETag" not in as_ann.get(path), "a whole page brings the token of its forms"
    mark = as_ann.get(path, headers=asks)["ETag"]
    again = as_ann.get(path, headers=asks | {"If-None-Match": mark})
    assert (again.status_code, again.content) == (304, b"")
    assert as_ann.get(path, headers={"If-None-Match": mark}).status_code == 200, "a whole page is always drawn"
    assert Client().get(path, headers=asks | {"If-None-Match": mark}).status_code == 200, "not what another reader sees"
    table = Match.objects.get(tournament=tournament_id).table
    assert table is not None
    for user in (ann, ben):
        table_services.arrive(table_id=table, user_id=user.pk)
    begun = as_ann.get(path, headers=asks | {"If-None-Match": mark})
    assert "Your table is being played" in begun.content.decode()
    accounts.rename(user=ben, name="benjamin")
    renamed = as_ann.get(path, headers=asks | {"If-None-Match": begun["ETag"]})
    assert "benjamin" in renamed.content.decode()
    as_ann.cookies["csrftoken"] = "a" * 32
    assert as_ann.get(path, headers=asks | {"If-None-Match": renamed["ETag"]}).status_code == 200, "its forms are old"
    marks = {as_ann.get(f"{path}{tab}", headers=asks)["ETag"] for tab in ("", "/rounds", "/standings", "?as_of=2")}
    assert len(marks) == 4
    services.cancel(tournament_id=tournament_id, by=staff().pk)
    over = as_ann.get(path, headers=asks | {"If-None-Match": begun["ETag"]})
    assert "Called off" in over.content.decode()
