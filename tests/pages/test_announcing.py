"""Announcing from a preset or a copy, the plan, and directing it together."""

import html
import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, open_for
from tests.markup import tight
from tests.pages.forms import FORM, sent, text
from tournaments.director import selectors, services
from tournaments.director.policy.presets import PRESETS
from tournaments.director.streams import TOURNAMENTS
from tournaments.kit.words import length_words
from tournaments.log import sources, texts

pytestmark = pytest.mark.django_db

HOURS = 3_600_000


@pytest.mark.parametrize("game", ["duck-soup", "gasp", "gasp-duel", "gasp-pairs", "hasp"])
def test_every_preset_that_is_offered_can_be_announced_as_it_stands(as_ann: Client, game: str) -> None:
    page = text(as_ann, f"/tournaments/new?game={game}")
    keys = re.findall(r'href="[^"]*preset=([a-z-]+)"', page)
    assert keys
    for key in keys:
        form = sent(text(as_ann, f"/tournaments/new?game={game}&preset={key}"))
        made = as_ann.post("/tournaments/new", form | {"name": "Thursday"})
        assert made.status_code == 302, (key, form)
        settings = selectors.detail(made.headers["Location"].rpartition("/")[2]).settings
        wanted = PRESETS[key].settings
        assert {name: getattr(settings, name) for name in wanted} == wanted
    assert set(keys) == {each.key for each in PRESETS.values() if each.suits(game)}


def test_another_preset_keeps_what_has_been_written_and_changes_what_it_decides(as_ann: Client) -> None:
    form = sent(text(as_ann, "/tournaments/new?game=gasp&preset=club-evening"))
    written = {
        "name": "Friday & friends",
        "description": "Bring tea",
        "starts_at": "2099-03-01T19:30",
        "expected": "12",
        "max_entries": "20",
        "entry_code": "tea",
        "round_minutes": "99",
    }
    left_out = {name: value for name, value in form.items() if name != "rated"}
    answer = as_ann.post("/tournaments/new", left_out | written | {"kind": "pods-evening"})
    assert answer.status_code == 200
    page = tight(answer.content.decode())
    now = sent(page)
    kept = {name: html.unescape(now[name]) for name in written if name not in ("description", "round_minutes")}
    assert kept == {name: written[name] for name in kept}
    assert "Bring tea</textarea>" in page
    assert "rated" not in now
    assert (now["format"], now["round_minutes"], now["rounds"]) == ("pods", "40", "4")
    assert "12 players: 4 rounds" in page
    assert 'class="errorlist"' not in page
    assert 'aria-invalid="true"' not in page
    assert as_ann.post("/tournaments/new", now | {"name": "Friday"}).status_code == 302


def test_what_the_preset_before_decided_does_not_stay(as_ann: Client) -> None:
    form = sent(text(as_ann, "/tournaments/new?game=duck-soup&preset=groups-final"))
    assert (form["groups"], form["final"]) != ("", "")
    now = sent(tight(as_ann.post("/tournaments/new", form | {"kind": "quick"}).content.decode()))
    made = as_ann.post("/tournaments/new", now | {"name": "Quick"})
    settings = selectors.detail(made.headers["Location"].rpartition("/")[2]).settings
    wanted = PRESETS["quick"].settings
    assert {name: getattr(settings, name) for name in wanted} == wanted
    assert (settings.groups, settings.stages, settings.series) == (1, (), None)


@pytest.mark.parametrize("game", ["duck-soup", "gasp", "hasp"])
def test_every_preset_says_how_long_it_takes_with_those_who_are_expected(as_ann: Client, game: str) -> None:
    offered = [each for each in PRESETS.values() if each.suits(game)]
    assert text(as_ann, f"/tournaments/new?game={game}").count("16 players: ") == len(offered) > 0
    assert text(as_ann, f"/tournaments/new?game={game}&expected=9").count("9 players: ") == len(offered)


def test_the_length_of_a_preset_is_that_of_its_plan(as_ann: Client) -> None:
    page = text(as_ann, "/tournaments/new?game=duck-soup&preset=quick&expected=9")
    of_preset = page[page.index('id="preset-quick"') :]
    assert f"9 players: {length_words(4 * 15)}" in of_preset[: of_preset.index("</a>")]


def test_the_plan_says_when_each_round_begins_and_when_it_ends(as_ann: Client) -> None:
    form = FORM | {
        "round_minutes": "40",
        "rounds": "",
        "expected": "16",
        "check_in_minutes": "15",
        "plan": "1",
        "name": "",
    }
    answer = as_ann.post("/tournaments/new", form)
    page = tight(answer.content.decode())
    assert answer.status_code == 200
    assert "16 players: 4 rounds, 8 tables in the first." in page
    times = re.findall(r"<li[^>]*><time>(\d\d:\d\d)</time>", page)
    assert times == ["18:45", "19:00", "19:40", "20:20", "21:00", "21:40"]
    assert "2 h 40 at most" in page
    assert page.count("1 Jan 2099") == page.count("1 Jan 2099", 0, page.index("Round 2")) == 1
    assert selectors.listed("announced") == []
    assert "loses by forfeit" in page
    assert "loses by forfeit" not in as_ann.post("/tournaments/new", form | {"in_room": "on"}).content.decode()
    odd = as_ann.post("/tournaments/new", form | {"expected": "17"}).content.decode()
    assert "1 player rests in it." in odd


@pytest.mark.parametrize(
    ("minutes", "words"), [(40, "40 minutes"), (160, "2 h 40"), (180, "3 hours"), (4320, "3 days")]
)
def test_how_long_it_takes_is_told_shortly(minutes: int, words: str) -> None:
    assert length_words(minutes) == words


def test_a_tournament_is_copied_with_its_settings_but_not_its_code(as_ann: Client, ben: User) -> None:
    before = sources.now_ms() + HOURS
    other = announced(ben.pk, late_round=2, half_byes=1, bye="1/2", starts_at=before, round_minutes=25)
    services.edit(tournament_id=other, by=ben.pk, settings=selectors.detail(other).settings, code="tea")
    assert f"copy={other}" in text(as_ann, f"/tournaments/{other}")
    form = sent(text(as_ann, f"/tournaments/new?game=duck-soup&copy={other}"))
    made = as_ann.post("/tournaments/new", form | {"name": "Again"}).headers["Location"].rpartition("/")[2]
    settings = selectors.detail(made).settings
    assert (settings.late_round, settings.half_byes, settings.bye, settings.round_minutes) == (2, 1, "1/2", 25)
    assert settings.entry_code == ""
    assert abs(settings.starts_at - before - 7 * 24 * HOURS) < 60_000


def test_what_cannot_be_copied_is_left_aside(as_ann: Client, ben: User) -> None:
    other = announced(ben.pk)
    for asked in ("game=gasp&copy=" + other, "game=duck-soup&copy=nonsense", "game=duck-soup&preset=nonsense"):
        assert as_ann.get(f"/tournaments/new?{asked}").status_code == 200


@pytest.mark.usefixtures("open_to_all")
def test_a_second_organiser_may_do_all_but_name_a_third(as_ann: Client, ann: User, ben: User) -> None:
    tournament = announced(ben.pk)
    as_ben = Client()
    as_ben.force_login(ben)
    assert as_ann.get(f"/tournaments/{tournament}/edit").status_code == 403
    assert as_ben.post(f"/tournaments/{tournament}/organisers", {"players": "nobody"}).status_code == 422
    open_for(ann, ben)
    as_ben.post(f"/tournaments/{tournament}/organisers", {"players": "Ann"})
    assert "ann" not in text(Client(), f"/tournaments/{tournament}"), "not in public before she has said yes"
    assert "Asked to direct it with you: ann." in text(as_ben, f"/tournaments/{tournament}")
    assert as_ann.get(f"/tournaments/{tournament}/edit").status_code == 403
    assert "ben asks you to direct" in text(as_ann, f"/tournaments/{tournament}")
    as_ann.post(f"/tournaments/{tournament}/organise")
    assert "Organised by ben, ann" in re.sub(r"</?span[^>]*>", "", text(as_ann, f"/tournaments/{tournament}"))
    assert as_ann.get(f"/tournaments/{tournament}/edit").status_code == 200
    assert as_ann.get(f"/tournaments/{tournament}/organisers").status_code == 403
    as_ann.post(f"/tournaments/{tournament}/cancel")
    assert selectors.detail(tournament).status == "cancelled"


def test_only_an_organiser_is_asked_whether_to_call_it_off(as_ann: Client, ben: User) -> None:
    tournament = announced(ben.pk)
    address = f"/tournaments/{tournament}/cancel"
    for other in (as_ann, Client()):
        assert other.get(address).headers["Location"] == f"/tournaments/{tournament}"
    as_ben = Client()
    as_ben.force_login(ben)
    assert as_ben.get(address).status_code == 200


def test_a_name_that_was_erased_is_asked_for_again(as_ann: Client, ann: User) -> None:
    tournament = announced(ann.pk)
    words = TOURNAMENTS.current(tournament).state.settings.words
    assert words is not None
    texts.erase(words.name)
    form = sent(text(as_ann, f"/tournaments/{tournament}/edit"))
    assert "name" not in form
    assert as_ann.post(f"/tournaments/{tournament}/edit", form).status_code == 422, "a name is needed"
    as_ann.post(f"/tournaments/{tournament}/edit", form | {"name": "Another"})
    assert selectors.detail(tournament).settings.name == "Another"


def test_what_a_table_of_three_to_five_counts_is_announced_shown_and_copied(as_ann: Client) -> None:
    form = FORM | {"format": "pods", "game": "gasp", "table_points": "places", "place_points": "4, 2.5 1"}
    address = "/tournaments/new?game=gasp"
    made = as_ann.post(address, form)
    assert made.status_code == 302, made.content.decode()
    tournament = made.headers["Location"].rpartition("/")[2]
    settings = selectors.detail(tournament).settings
    assert (settings.table_points, settings.place_points) == ("places", ("4", "5/2", "1"))
    assert "points by place (4 · 2½ · 1)" in text(as_ann, f"/tournaments/{tournament}")
    assert sent(text(as_ann, f"{address}&copy={tournament}"))["place_points"] == "4 5/2 1"
    wrong = as_ann.post(address, form | {"place_points": "1 4"})
    assert wrong.status_code == 422
    assert "The first of these points must be the highest" in wrong.content.decode()


def test_tie_breaks_are_chosen_one_by_one_and_stand_in_the_form_again(client: Client, organiser: User) -> None:
    client.force_login(organiser)
    own = {f"own_order_{place}": code for place, code in enumerate(("GE", "APRO", "BH-C2"))}
    answer = client.post("/tournaments/new?game=duck-soup", {**FORM, "format": "swiss", "tie_breaks": "own", **own})
    assert answer.status_code == 302
    event = answer["Location"].rpartition("/")[2]
    assert selectors.detail(event).settings.tie_breaks == ("GE", "APRO", "BH-C2")
    page = tight(client.get(f"/tournaments/{event}/edit").content.decode())
    assert '<option value="own" selected>' in page
    for code in ("GE", "APRO", "BH-C2"):
        assert f'<option value="{code}" selected>' in page


def test_as_many_tie_breaks_as_a_request_can_name_are_kept_when_the_form_is_saved(
    client: Client, organiser: User
) -> None:
    ten = ("BH", "BH-C1", "BH-C2", "BH-M1", "SB", "SB-C1", "DE", "PS", "KS", "WIN")
    event = announced(organiser.pk, game="duck-soup", tie_breaks=ten)
    client.force_login(organiser)
    page = client.get(f"/tournaments/{event}/edit").content.decode()
    own = {f"own_order_{place}": _selected(page, f"own_order_{place}") for place in range(10)}
    answer = client.post(f"/tournaments/{event}/edit", {**FORM, **own, "tie_breaks": "own", "name": "Renamed"})
    assert answer.status_code == 302
    settings = selectors.detail(event).settings
    assert (settings.name, settings.tie_breaks) == ("Renamed", ten)


def _selected(page: str, name: str) -> str:
    """What is chosen in a list of the form."""
    (choices,) = re.findall(rf'<select name="{name}".*?</select>', page, re.DOTALL)
    return str(re.findall(r'<option value="([^"]*)" selected', choices)[0])


def test_an_order_of_ones_own_names_a_tie_break(client: Client, organiser: User) -> None:
    client.force_login(organiser)
    answer = client.post("/tournaments/new?game=duck-soup", {**FORM, "tie_breaks": "own"})
    assert answer.status_code == 422
    assert "Choose at least one tie-break." in answer.content.decode()


def test_a_tie_break_named_twice_is_refused_beside_the_field(client: Client, organiser: User) -> None:
    client.force_login(organiser)
    own = {"own_order_0": "BH", "own_order_3": "BH"}
    answer = client.post("/tournaments/new?game=duck-soup", {**FORM, "format": "swiss", "tie_breaks": "own", **own})
    assert answer.status_code == 422
    assert "A tie-break is named twice." in answer.content.decode()


def test_what_a_bye_counts_and_the_size_of_tables_are_asked(client: Client, organiser: User) -> None:
    client.force_login(organiser)
    asked = {"bye": "1/2", "unplayed": "2024", "table_size": "3", "odd_tables": "spread"}
    answer = client.post("/tournaments/new?game=gasp", {**FORM, "game": "gasp", "format": "pods", **asked})
    settings = selectors.detail(answer["Location"].rpartition("/")[2]).settings
    assert (settings.bye, settings.unplayed, settings.table_size, settings.odd_tables) == ("1/2", "2024", 3, "spread")


def test_a_preset_for_real_cards_takes_the_clock_away_that_another_had_set(as_ann: Client) -> None:
    form = sent(text(as_ann, "/tournaments/new?game=duck-soup&preset=club-evening"))
    page = as_ann.post("/tournaments/new", form | {"name": "Friday", "kind": "real-cards"}).content.decode()
    made = as_ann.post("/tournaments/new", sent(tight(page)))
    settings = selectors.detail(made.headers["Location"].rpartition("/")[2]).settings
    assert (settings.clock, settings.in_room, settings.round_minutes) == (None, True, 60)
