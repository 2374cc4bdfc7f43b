"""TV: what is the most worth watching, for everybody; what has just ended, and what begins today."""

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts import privacy
from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import announced, concede, gather, open_for, open_tables, started
from tests.markup import tight
from tournaments.log import sources
from tournaments.platform.units import DAY, HOUR
from tournaments.tables import late
from tournaments.tables.web import now, tv
from tournaments.tables.worth import ENDED

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_drawn() -> None:
    now.forget()
    cache.delete_many([tv._KEY, tv._DECIDED])


@pytest.fixture
def at_noon(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time, to be moved on."""
    clock = [sources.now_ms()]
    monkeypatch.setattr(sources, "now_ms", lambda: clock[0])
    return clock


@pytest.mark.usefixtures("fresh_allowances")
@pytest.mark.parametrize("path", ["watched", "stream/board?late=0"])
def test_each_look_counts_once_and_before_it_is_worked_out(
    client: Client, ann: User, ben: User, settings: Settings, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    table = open_for(ann, ben)
    settings.RATES = {"address_boards": "1/h"}
    later = sources.now_ms() + 5_000
    assert client.get(f"/tables/{table}/{path}").status_code == 200
    monkeypatch.setattr(late, "seen", None)  # it is not asked
    monkeypatch.setattr(sources, "now_ms", lambda: later)
    assert client.get(f"/tables/{table}/{path}").status_code == 429


def page(client: Client, path: str = "/tv") -> str:
    now.forget()
    cache.delete(tv._DECIDED)
    answer = client.get(path)
    assert answer.status_code == 200
    return tight(answer.content.decode())


def large(html: str) -> str:
    """The table that is shown large."""
    return html.partition('data-table="')[2].partition('"')[0]


def test_without_a_table_it_says_so(client: Client) -> None:
    html = page(client)
    assert "Nothing is being played" in html
    assert "Nothing begins today" in html
    assert "Nothing has been finished yet" in html


def test_a_table_of_a_tournament_is_large_and_the_others_are_small(client: Client, ann: User, ben: User) -> None:
    friendly = open_for(ann, ben)
    made = started(User.objects.create_user("olga").pk, [ann.pk, ben.pk], name="Evening cup")
    (contest,) = open_tables(made)
    gather(contest)
    html = page(client)
    assert large(html) == contest
    assert f'id="mini-{friendly}"' in html
    assert f'id="mini-{contest}"' not in html
    assert "Evening cup" in html
    assert f'data-stream="/api/tables/{contest}/stream?seat=false"' in html


def test_a_player_sees_no_hand_on_tv(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    assert 'class="hand"' in tight(as_ann.get(f"/tables/{table}").content.decode())
    for path in ("/tv", f"/tables/{table}/watched"):
        html = page(as_ann, path)
        assert 'data-seq="' in html
        assert 'class="hand"' not in html


def test_a_private_clubs_table_is_not_on_tv_not_even_for_its_members(client: Client, ann: User, ben: User) -> None:
    club = founded(ann, ben, visibility="private", join="invitation")
    table = open_for(ann, ben, club=club)
    html = page(client)
    assert table not in html
    member = Client()
    member.force_login(ann)
    assert table not in page(member).partition("<main")[2]


def test_a_private_tournaments_table_is_not_on_tv(client: Client, ann: User, ben: User) -> None:
    made = started(User.objects.create_user("olga").pk, [ann.pk, ben.pk], private=True)
    (table,) = open_tables(made)
    gather(table)
    assert table not in page(client)
    assert table not in page(client, "/now")


def test_how_a_table_ended_is_seen_for_a_while_and_then_another_comes(
    client: Client, ann: User, ben: User, at_noon: list[int]
) -> None:
    first = open_for(ann, ben, rated=True)
    assert large(page(client)) == first
    second = open_for(ann, ben)
    concede(first)
    html = page(client)
    assert large(html) == first
    assert 'id="verdict"' in html
    at_noon[0] += ENDED
    assert large(page(client)) == second


def test_what_has_just_ended_is_told_unless_somebody_there_hides_their_games(
    client: Client, ann: User, ben: User
) -> None:
    table = open_for(ann, ben)
    concede(table)
    assert f'href="/tables/{table}/replay"' in page(client)
    assert "ben" in page(client)
    privacy.choose(user=ben, choices={"show_games": False})
    for path in ("/tv", "/"):
        assert table not in page(client, path)
        assert "ben" not in page(client, path)


def test_today_has_what_begins_today_and_what_the_reader_may_know_of(
    client: Client, ann: User, as_ann: Client, at_noon: list[int]
) -> None:
    at_noon[0] = at_noon[0] // DAY * DAY + 11 * HOUR  # the site's zone is UTC
    midday = at_noon[0] + HOUR
    olga = User.objects.create_user("olga").pk
    today = announced(olga, name="Todays cup", starts_at=midday)
    announced(olga, name="Cup of the day after", starts_at=midday + 2 * DAY)
    announced(ann.pk, name="Hidden cup", starts_at=midday, private=True)
    html = page(client)
    assert f'href="/tournaments/{today}"' in html
    assert "Cup of the day after" not in html
    assert "Hidden cup" not in html
    assert "Hidden cup" in page(as_ann)


def test_the_menu_leads_to_it_and_ladders_are_at_play_and_at_the_foot(client: Client) -> None:
    html = page(client, "/games")
    assert 'href="/tv"' in html.partition("</nav>")[0]
    assert html.partition("<main")[2].count('href="/ladders"') == 2


def test_without_a_script_it_has_a_link_that_refreshes_it(client: Client) -> None:
    assert '<noscript><p><a class="btn slim" href="/tv">Refresh</a></p></noscript>' in page(client)


def test_what_was_given_up_is_said_to_have_been(client: Client, ann: User, ben: User) -> None:
    concede(open_for(ann, ben))
    assert "by resignation" in client.get("/tv").content.decode()
