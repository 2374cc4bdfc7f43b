"""The desk: what needs somebody, a ruling tried and signed, and what everybody sees of it."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import User
from tests.director.test_in_room import report
from tests.factories import concede, gather, open_tables, started
from tests.markup import tight
from tests.pages.queries import Query, visit
from tests.pages.reading import NOT_PAGES, Reader
from tournaments.director import selectors
from tournaments.director.display import attention
from tournaments.director.models import Match
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.ratings import services as ratings

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(ann: User, ben: User) -> str:
    """A round that nobody has sat down for, of Ann's."""
    others = [User.objects.create_user(name) for name in ("cleo", "dora", "emil")]
    return started(ann.pk, [user.pk for user in (ben, *others)], rounds=2)


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, answer.content[:400]
    return tight(answer.content.decode())


def ruling(cup: str, **given: Any) -> str:
    return f"/tournaments/{cup}/ruling?{urlencode(given, doseq=True)}"


def matches(cup: str) -> Sequence[selectors.MatchInfo]:
    return selectors.at(cup).rounds[-1].matches


def seq(cup: str) -> int:
    return TOURNAMENTS.current(cup).state.seq


def sign(client: Client, path: str, cup: str, **given: Any) -> Any:
    return client.post(path, {"seq": seq(cup), "reason": "no_show", "text": "Nobody came.", **given})


def test_the_desk_names_who_is_waited_for_with_a_remedy_each(
    as_ann: Client, cup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = sources.now_ms() + 61_000
    monkeypatch.setattr(sources, "now_ms", lambda: later)
    page = text(as_ann, f"/tournaments/{cup}/desk")
    assert "Needs you: 2" in page
    for match in matches(cup):
        for entry in match.entries:
            assert f"Forfeit {entry.name}…" in page


def test_a_table_that_is_played_is_no_trouble_and_says_who_is_to_act(as_ann: Client, cup: str) -> None:
    for match in matches(cup):
        gather(match.table or "")
    page = text(as_ann, f"/tournaments/{cup}/desk")
    assert "Nothing. Everybody is playing." in page
    assert "Tables without a result" in page


def test_tables_in_the_room_are_said_to_report_and_not_to_be_played(as_ann: Client, ann: User, ben: User) -> None:
    page = text(as_ann, f"/tournaments/{started(ann.pk, [ann.pk, ben.pk], rounds=1, in_room=True)}/desk")
    assert "Nothing. The tables in the room report their results." in page
    assert "Everybody is playing" not in page


def test_while_somebody_is_awaited_the_desk_does_not_say_that_everybody_plays(as_ann: Client, cup: str) -> None:
    page = text(as_ann, f"/tournaments/{cup}/desk")
    assert "Nothing yet. 2 tables wait for their players." in page
    assert "Everybody is playing" not in page


@pytest.mark.parametrize("in_room", [False, True])
def test_the_desk_asks_no_more_for_many_tables_that_wait_than_for_few(
    as_ann: Client, ann: User, asked: list[Query], in_room: bool
) -> None:
    """It is asked for every few seconds. In the room a result is reported, elsewhere nobody has come."""
    users = [User.objects.create_user(f"player{number}").pk for number in range(24)]
    few, many = (started(ann.pk, users[:number], in_room=in_room) for number in (4, 24))
    for table in (*open_tables(few), *open_tables(many)) if in_room else ():
        report(table)
    queries = []
    for cup in (few, many):
        page = f"/tournaments/{cup}/desk"
        visit(as_ann, page, asked)  # a table that has changed is read
        queries.append(visit(as_ann, page, asked))
    assert len(attention.watched(selectors.detail(many))) == 12
    assert len(queries[0]) == len(queries[1]), [query.statement for query in queries[1]]


def test_the_desk_is_of_now_and_offers_no_other_round(as_ann: Client, cup: str) -> None:
    for match in matches(cup):
        concede(match.table or "")
    assert "?after_round=1" in text(as_ann, f"/tournaments/{cup}/standings")
    assert "?after_round=1" not in text(as_ann, f"/tournaments/{cup}/desk")


def test_a_result_to_be_set_is_named_by_who_won(as_ann: Client, cup: str) -> None:
    match = matches(cup)[0]
    one, two = (entry.name for entry in match.entries)
    page = text(as_ann, ruling(cup, act="set_result", match=match.match))
    assert f"0 – 1 ({two} won)" in page
    assert f"+ – − ({two} was not there)" in page
    assert f"− – + ({one} was not there)" in page


def test_a_dry_run_strikes_out_no_figure_that_was_not_there(as_ann: Client, cup: str) -> None:
    match = matches(cup)[0]
    page = text(as_ann, ruling(cup, act="forfeit", match=match.match, entries=match.entries[0].number, go=1))
    assert "<ins>− : +</ins>" in page
    assert "<del>–</del>" not in page


def test_the_desk_is_for_the_organiser_and_staff(as_ben: Client, client: Client, cup: str) -> None:
    assert as_ben.get(f"/tournaments/{cup}/desk").status_code == 403
    assert as_ben.get(ruling(cup, act="undo_round", round=1)).status_code == 403
    assert as_ben.post(f"/tournaments/{cup}/message", {"text": "Hello"}).status_code == 403
    assert client.get(f"/tournaments/{cup}/desk").status_code == 302


def test_a_ruling_is_shown_before_it_is_signed(as_ann: Client, cup: str) -> None:
    match = matches(cup)[0]
    path = ruling(cup, act="forfeit", match=match.match, entries=match.entries[0].number)
    page = text(as_ann, path)
    assert "not yet signed" in page
    assert f"forfeit of {match.entries[0].name}" in page
    assert f"Worked out at event {seq(cup)}." in page
    assert TOURNAMENTS.current(cup).state.rulings == ()
    assert sign(as_ann, path, cup).status_code == 302
    assert matches(cup)[0].codes == ("-", "+")


def test_a_ruling_that_came_too_late_is_shown_anew(as_ann: Client, cup: str) -> None:
    first, second = matches(cup)
    path = ruling(cup, act="double_loss", match=second.match)
    before = seq(cup)
    concede(first.table or "")
    answer = sign(as_ann, path, cup, seq=before)
    assert answer.status_code == 409
    assert "Something has happened since you looked" in answer.content.decode()
    assert f'name="seq" value="{seq(cup)}"' in answer.content.decode()
    assert TOURNAMENTS.current(cup).state.rulings == ()


def test_a_refusal_is_said_before_anything_is_signed(as_ann: Client, cup: str) -> None:
    for match in matches(cup):
        gather(match.table or "")
    one, other = (match.entries[0].number for match in matches(cup))
    page = text(as_ann, ruling(cup, act="swap", round=1, one=one, other=other, go=1), 409)
    assert "A match that would change has already begun" in page
    assert "not yet signed" not in page


def test_a_form_that_is_not_filled_in_says_what_is_missing(as_ann: Client, cup: str) -> None:
    match = matches(cup)[0].match
    assert "This field is required." not in text(as_ann, ruling(cup, act="forfeit", match=match))
    assert "This field is required." in text(as_ann, ruling(cup, act="forfeit", match=match, go=1), 422)


def test_every_act_has_its_form(as_ann: Client, cup: str) -> None:
    page = text(as_ann, f"/tournaments/{cup}/ruling")
    acts = re.findall(r"\?act=(\w+)\"", page)
    assert len(acts) == 15
    for act in acts:
        assert "<form" in text(as_ann, ruling(cup, act=act))


def test_everybody_sees_what_was_ruled_and_those_concerned_why(
    as_ann: Client, as_ben: Client, client: Client, ben: User, cup: str
) -> None:
    match = next(match for match in matches(cup) if ben.pk in [entry.user for entry in match.entries])
    other = next(each for each in matches(cup) if each.match != match.match)
    sign(as_ann, ruling(cup, act="double_loss", match=other.match), cup, text="They left.")
    sign(as_ann, ruling(cup, act="double_loss", match=match.match), cup, text="They shouted.")
    path = f"/tournaments/{cup}/rulings"
    assert "all of them have lost" in text(client, path)
    assert "They shouted." not in text(client, path)
    assert "They shouted." in text(as_ben, path)
    assert "They left." not in text(as_ben, path)
    assert "They left." in text(as_ann, path)


def test_a_reversal_is_shown_signed_and_marked(as_ann: Client, cup: str) -> None:
    match = matches(cup)[0]
    sign(as_ann, ruling(cup, act="double_loss", match=match.match), cup)
    assert "Reverse…" in text(as_ann, f"/tournaments/{cup}/desk")
    path = f"/tournaments/{cup}/rulings/1/reverse"
    assert "to be reversed" in text(as_ann, path)
    assert sign(as_ann, path, cup, reason="mistake").status_code == 302
    page = text(as_ann, f"/tournaments/{cup}/rulings")
    assert 'class="undone"' in page
    assert matches(cup)[0].codes is None
    assert text(as_ann, f"/tournaments/{cup}/rulings/7/reverse", 422)


def test_a_round_that_was_paired_under_a_ruling_since_reversed_says_so(as_ann: Client, cup: str) -> None:
    first, second = matches(cup)
    concede(first.table or "")
    sign(as_ann, ruling(cup, act="double_loss", match=second.match), cup)
    assert len(selectors.at(cup).rounds) == 2
    sign(as_ann, f"/tournaments/{cup}/rulings/1/reverse", cup)
    assert "have been reversed since" in text(as_ann, f"/tournaments/{cup}/rounds")
    assert Match.objects.filter(tournament=cup, places__isnull=True).count() == 3


def test_a_message_reaches_the_entrants_on_the_page(as_ann: Client, as_ben: Client, client: Client, cup: str) -> None:
    answer = as_ann.post(f"/tournaments/{cup}/message", {"text": "Round two begins at nine. <b>Be there.</b>"})
    assert answer.status_code == 302
    assert "Round two begins at nine. &lt;b&gt;" in text(as_ben, f"/tournaments/{cup}")
    assert "Round two begins" not in text(client, f"/tournaments/{cup}")


def test_a_disqualified_player_has_no_place_in_the_standings(as_ann: Client, cup: str) -> None:
    entry = matches(cup)[0].entries[0]
    sign(as_ann, ruling(cup, act="disqualify", entry=entry.number, round=1, results="forfeit"), cup)
    page = text(as_ann, f"/tournaments/{cup}/standings")
    assert "disqualified" in page


def test_points_by_ruling_are_named_in_the_standings(as_ann: Client, cup: str) -> None:
    entry = matches(cup)[0].entries[0]
    sign(as_ann, ruling(cup, act="adjust_points", entry=entry.number, round=1, points="-1/2"), cup)
    assert "Round 1: −½ by ruling" in text(as_ann, f"/tournaments/{cup}/standings")


def test_a_round_is_paired_by_hand(as_ann: Client, cup: str) -> None:
    there = [entry for match in matches(cup) for entry in match.entries]
    (one, two, three, four), names = (each.number for each in there), [each.name for each in there]
    seats = dict(zip(("0-0", "1-0", "0-1", "1-1"), names, strict=True))
    path = ruling(cup, act="set_pairing", round=1, **{f"tables-{seat}": name for seat, name in seats.items()})
    assert sign(as_ann, path, cup).status_code == 302
    assert [tuple(entry.number for entry in match.entries) for match in matches(cup)] == [(one, three), (two, four)]
    alone = {"tables-0-0": names[0], "tables-0-1": names[1]}
    wrong = text(as_ann, ruling(cup, act="set_pairing", round=1, **alone), 422)
    assert "Everybody must sit once or rest" in wrong
    assert "is named twice." in text(
        as_ann, ruling(cup, act="set_pairing", round=1, go=1, **alone | {"tables-0-1": names[0]}), 422
    )


def test_a_table_that_a_ruling_ended_says_so(as_ann: Client, as_ben: Client, ben: User, cup: str) -> None:
    match = next(match for match in matches(cup) if ben.pk in [entry.user for entry in match.entries])
    gather(match.table or "")
    sign(as_ann, ruling(cup, act="void_table", match=match.match), cup)
    assert "played at another table" in text(as_ben, f"/tables/{match.table}")
    again = matches(cup)[[each.match for each in matches(cup)].index(match.match)]
    sign(as_ann, ruling(cup, act="double_loss", match=match.match), cup)
    assert "The organiser has ruled on this match" in text(as_ben, f"/tables/{again.table}")


def test_the_desks_own_pages_keep_the_policy_and_lead_somewhere(as_ann: Client, cup: str) -> None:
    match = matches(cup)[0]
    sign(as_ann, ruling(cup, act="double_loss", match=match.match), cup)
    pages = [
        f"/tournaments/{cup}/desk",
        ruling(cup, act="undo_round", round=1),
        f"/tournaments/{cup}/rulings/1/reverse",
    ]
    for page in pages:
        seen = Reader(text(as_ann, page))
        assert not seen.faults
        assert len(seen.ids) == len(set(seen.ids))
        for link in seen.links:
            if link.startswith("/") and not link.startswith(NOT_PAGES):
                assert as_ann.get(link.partition("#")[0], follow=True).status_code == 200, link


def test_an_organiser_reads_that_the_site_s_ratings_stay(as_ann: Client, cup: str) -> None:
    match = matches(cup)[0]
    concede(match.table or "")
    seen = text(as_ann, ruling(cup, act="set_result", match=match.match, result="0-1"))
    assert "The site’s ratings stay as the tables were played" in seen
    assert "<h3>Ratings</h3>" not in seen


def test_a_correction_by_staff_stands_in_the_rating_history(as_ann: Client, cup: str) -> None:
    User.objects.filter(username="ann").update(is_staff=True)
    match = matches(cup)[0]
    concede(match.table or "")
    path = ruling(cup, act="set_result", match=match.match, result="0-1")
    assert "<h3>Ratings</h3>" in text(as_ann, path)
    sign(as_ann, path, cup)
    ratings.correct_due()
    assert "corrected by ruling" in text(as_ann, f"/players/{match.entries[0].name}")


def test_in_the_last_round_nobody_is_put_out_from_a_round_that_never_comes(as_ann: Client, cup: str) -> None:
    offered = 'value="2">Round 2' in text(as_ann, ruling(cup, act="disqualify"))
    for table in open_tables(cup):
        concede(table)
    last = text(as_ann, ruling(cup, act="disqualify"))
    assert (offered, 'value="2">Round 2' in last, "Round 3" in last) == (True, True, False)


def test_before_round_1_only_what_can_be_ruled_then_is_offered(as_ann: Client, ann: User, ben: User) -> None:
    cup = started(ann.pk, [ben.pk, User.objects.create_user("cleo").pk], rounds=1, draws="by_hand")
    offered = re.findall(r"act=(\w+)", text(as_ann, f"/tournaments/{cup}/ruling"))
    assert offered == ["disqualify", "readmit", "substitute"]


def test_a_round_that_is_over_has_no_time_left(as_ann: Client, ann: User, ben: User) -> None:
    players = [ben.pk, User.objects.create_user("cleo").pk]
    players += [User.objects.create_user(name).pk for name in ("dora", "emil")]
    cup = started(ann.pk, players, rounds=2, round_minutes=60, draws="by_hand")
    as_ann.post(f"/tournaments/{cup}/pair")
    assert "15 minutes longer…" in text(as_ann, f"/tournaments/{cup}/desk")
    for table in open_tables(cup):
        concede(table)
    page = text(as_ann, f"/tournaments/{cup}/desk")
    assert "The round is over." in page
    assert "15 minutes longer…" not in page
