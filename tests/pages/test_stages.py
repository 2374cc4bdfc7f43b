"""Groups, then a final: announced on the page, and shown there from the first round to the last place."""

import io
import re

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from tests.factories import announced, concede, open_tables, play_out, started
from tests.markup import tight
from tests.pages.forms import sent, text
from tournaments.director import selectors, services
from tournaments.director.commands import progress
from tournaments.director.state.stage_settings import Stage
from tournaments.pairing.qualification import Best, Place

pytestmark = pytest.mark.django_db

FINAL = Stage(format="knock-out", takes=(Place(1), Place(2)))


@pytest.fixture
def users(db: None) -> list[int]:
    return [User.objects.create_user(f"player{number}").pk for number in range(8)]


@pytest.fixture
def cup(ann: User, users: list[int]) -> str:
    return started(ann.pk, users, format="round-robin", groups=2, stages=(FINAL,), rated=False)


def play_groups(tournament: str) -> None:
    while not selectors.detail(tournament).stage > 1:
        for table in open_tables(tournament):
            concede(table)


def test_groups_and_a_final_are_announced_from_the_preset_with_other_numbers(as_ann: Client) -> None:
    form = sent(text(as_ann, "/tournaments/new?game=duck-soup&preset=groups-final"))
    assert (form["groups"], form["final"], form["each"]) == ("4", "knock-out", "2")
    form |= {"name": "Cup", "groups": "3", "each": "1", "best": "1", "final": "double-elimination"}
    plan = as_ann.post("/tournaments/new", form | {"plan": "1", "expected": "10"}).content.decode()
    page = re.sub(r"\s+", " ", plan)
    assert "Sizes of the groups: 3, 3, 4." in page
    assert "Then 4 go on, for 5 rounds." in page
    made = as_ann.post("/tournaments/new", form).headers["Location"].rpartition("/")[2]
    settings = selectors.detail(made).settings
    assert settings.groups == 3
    assert [(each.format, each.takes) for each in settings.stages] == [("double-elimination", (Place(1), Best(1)))]
    again = sent(text(as_ann, f"/tournaments/{made}/edit"))
    assert (again["groups"], again["final"], again["each"], again["best"]) == ("3", "double-elimination", "1", "1")
    assert as_ann.post(f"/tournaments/{made}/edit", again | {"name": "Cup 2"}).status_code == 302
    assert selectors.detail(made).settings.stages == settings.stages


def test_who_is_level_on_the_line_plays_for_it(as_ann: Client, ann: User, users: list[int]) -> None:
    form = sent(text(as_ann, "/tournaments/new?game=duck-soup&preset=groups-final")) | {"name": "Cup"}
    form |= {"format": "swiss", "rounds": "1", "groups": "1", "each": "", "best": "", "top": "3", "ties": "table"}
    made = as_ann.post("/tournaments/new", form | {"final": "round-robin"}).headers["Location"].rpartition("/")[2]
    assert sent(text(as_ann, f"/tournaments/{made}/edit"))["ties"] == "table"
    for user in users[:4]:
        services.enter(tournament_id=made, user_id=user)
    progress.start(tournament_id=made, by=ann.pk)
    for table in open_tables(made):
        concede(table)
    detail = selectors.detail(made)
    assert (detail.stage, len(detail.rounds)) == (1, 2)
    page = text(as_ann, f"/tournaments/{made}/rounds")
    assert "Tie-break table" in page
    assert "were level on the qualifying line" in page
    (table,) = open_tables(made)
    concede(table)
    assert selectors.detail(made).stage == 2
    assert "a tie-break table decided" in text(as_ann, f"/tournaments/{made}/standings")
    assert_explained(made)


def assert_explained(made: str) -> None:
    """The table is drawn again from the log, the same."""
    told = io.StringIO()
    call_command("explain", made, "2", stdout=told)
    assert "the same" in told.getvalue()


def test_what_cannot_be_is_said_beside_the_field(as_ann: Client) -> None:
    form = sent(text(as_ann, "/tournaments/new?game=duck-soup&preset=groups-final")) | {"name": "Cup"}
    answer = as_ann.post("/tournaments/new", form | {"format": "swiss"})
    assert answer.status_code == 422
    assert "This format is not played in groups." in answer.content.decode()
    answer = as_ann.post("/tournaments/new", form | {"top": "4"})
    assert answer.status_code == 422
    assert "Either everybody goes on" in answer.content.decode()


def test_stages_that_the_form_cannot_ask_about_are_kept_when_it_is_edited(as_ann: Client, ann: User) -> None:
    stages = (
        Stage(format="round-robin", takes=(Place(2), Place(1)), carries="all"),
        Stage(format="knock-out", takes=(Place(1), Place(2))),
    )
    made = announced(ann.pk, format="round-robin", groups=3, stages=stages)
    before = selectors.detail(made).settings.stages
    form = sent(text(as_ann, f"/tournaments/{made}/edit"))
    assert form["final"] == "announced"
    assert as_ann.post(f"/tournaments/{made}/edit", form | {"name": "Other"}).status_code == 302
    assert selectors.detail(made).settings.stages == before


def test_groups_have_their_standings_with_the_cut_and_who_would_go_on(as_ann: Client, cup: str) -> None:
    for table in open_tables(cup):
        concede(table)
    for path in ("", "/standings"):
        page = tight(text(as_ann, f"/tournaments/{cup}{path}"))
        assert page.count("would go on<") == 4
        assert len(re.findall(r'<tr class="[^"]*cut">', page)) == 2
        above = page[page.index("Group A") : page.index('cut"><td>', page.index("Group A"))]
        assert above.count("would go on<") == 1, "the second of those who go on is the last above the line"
        assert "Group A" in page
        assert "Group B" in page
    assert "Who would go on as it stands, and why" in text(as_ann, f"/tournaments/{cup}/standings")
    crosstable = text(as_ann, f"/tournaments/{cup}/crosstable")
    assert crosstable.count('<table class="crosstable">') == 2
    assert "Group A, round 1" in text(as_ann, f"/tournaments/{cup}/rounds")


def test_nobody_would_go_on_before_anything_is_played(as_ann: Client, cup: str) -> None:
    assert "would go on<" not in tight(text(as_ann, f"/tournaments/{cup}"))


def test_the_bracket_is_shown_before_it_is_known_who_plays_it_with_where_they_come_from(
    as_ann: Client, cup: str
) -> None:
    page = text(as_ann, f"/tournaments/{cup}/bracket")
    assert "This is how it would be played as things stand." in page
    assert re.search(r"Place 1 of group A: now player\d", page)
    assert re.search(r"Place 2 of group B: now player\d", page)
    play_groups(cup)
    page = text(as_ann, f"/tournaments/{cup}/bracket")
    assert "So it would be played" not in page
    assert page.count("Place 2 of group") >= 2
    assert "Seeds follow the places of the stage before" in page


def test_why_somebody_goes_on_is_told_and_at_the_end_the_groups_stand_behind_the_final(
    as_ann: Client, cup: str
) -> None:
    play_groups(cup)
    page = tight(text(as_ann, f"/tournaments/{cup}/standings"))
    assert "Who goes on, and why" in page
    assert re.search(r"player\d</a><span>Place 1 of group A: place 1 of each group goes on\.", page)
    assert page.count("goes on</span>") == 4
    play_out(cup)
    seen = selectors.detail(cup)
    assert seen.status == "finished"
    assert sorted(entry.place or 0 for entry in seen.entries)[:4] == [1, 2, 3, 4]
    for path in ("", "/standings", "/bracket", "/rounds", "/crosstable", "/projector"):
        assert text(as_ann, f"/tournaments/{cup}{path}")


def test_as_of_an_event_of_the_groups_the_final_is_still_to_come(as_ann: Client, cup: str) -> None:
    before = selectors.detail(cup).seq
    play_groups(cup)
    play_out(cup)
    page = text(as_ann, f"/tournaments/{cup}/bracket?as_of={before}")
    assert "This is how it would be played as things stand." in page
    assert "It begins when the previous stage ends." in text(as_ann, f"/tournaments/{cup}/standings?as_of={before}")


def test_a_ruling_about_the_groups_asks_whether_who_goes_on_changes_with_it(as_ann: Client, cup: str) -> None:
    play_groups(cup)
    page = _groups(as_ann, cup)
    winner = next(entry for entry in selectors.detail(cup).entries if f'id="qualifier-{entry.number}"' in page)
    address = f"/tournaments/{cup}/ruling?act=adjust_points&entry={winner.number}&points=-5&round=1&go=1"
    page = text(as_ann, address)
    assert f"Stage 2 would be without: {winner.name}; instead there would be:" in page
    assert 'name="qualifiers"' in page
    form = {"seq": str(selectors.detail(cup).seq), "reason": "rules", "text": "", "field": "1"}
    said = as_ann.post(address, form, follow=True).content.decode()
    assert "Who plays the next stage stays as it was." in said
    assert f'id="qualifier-{winner.number}"' in _groups(as_ann, cup)
    again = address.replace("-5", "-6")
    form |= {"seq": str(selectors.detail(cup).seq), "qualifiers": "on"}
    as_ann.post(again, form)
    page = _groups(as_ann, cup)
    assert f'id="qualifier-{winner.number}"' not in page
    assert "A ruling has changed who goes on: R2." in page


def test_somebody_else_is_put_in_before_the_final_begins(as_ann: Client, cup: str) -> None:
    assert "act=replace_qualifier" not in text(as_ann, f"/tournaments/{cup}/ruling")
    play_groups(cup)
    assert "act=replace_qualifier" in text(as_ann, f"/tournaments/{cup}/ruling")
    page = _groups(as_ann, cup)
    numbers = [entry.number for entry in selectors.detail(cup).entries]
    out = next(number for number in numbers if f'id="qualifier-{number}"' in page)
    into = next(number for number in numbers if f'id="qualifier-{number}"' not in page)
    address = f"/tournaments/{cup}/ruling?act=replace_qualifier&out={out}&entry={into}&go=1"
    assert "That follows by itself." in text(as_ann, address)
    as_ann.post(address, {"seq": str(selectors.detail(cup).seq), "reason": "other", "text": ""})
    assert f'id="qualifier-{into}"' in _groups(as_ann, cup)
    refused = as_ann.get(f"/tournaments/{cup}/ruling?act=set_qualifiers&entries=1+x&go=1")
    assert refused.status_code == 422
    assert "Name players of the previous stage, each once." in refused.content.decode()


def _groups(client: Client, tournament: str) -> str:
    return text(client, f"/tournaments/{tournament}/standings")


def test_groups_that_put_nobody_out_are_warned_of_with_the_numbers(as_ann: Client, ann: User, users: list[int]) -> None:
    form = sent(text(as_ann, "/tournaments/new?game=duck-soup&preset=groups-final")) | {"name": "Cup"}
    plan = as_ann.post("/tournaments/new", form | {"groups": "2", "expected": "8", "plan": "1"}).content.decode()
    assert "Everybody goes on." not in plan
    plan = tight(as_ann.post("/tournaments/new", form | {"groups": "4", "expected": "8", "plan": "1"}).content.decode())
    assert "Of 8 players 8 go on to the next stage" in plan
    few = Stage(format="knock-out", takes=(Place(1), Place(2), Place(3), Place(4)))
    cup = announced(ann.pk, users, format="round-robin", groups=2, stages=(few,), rated=False)
    assert "Of 8 players 8 go on to the next stage" in text(as_ann, f"/tournaments/{cup}")
    usual = announced(ann.pk, users, format="round-robin", groups=2, stages=(FINAL,), rated=False)
    assert "Everybody goes on." not in text(as_ann, f"/tournaments/{usual}")
    assert "Everybody goes on." not in text(Client(), f"/tournaments/{cup}")
