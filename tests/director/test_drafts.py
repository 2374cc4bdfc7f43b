"""Rounds that are held: nobody but the organisers sees a draft, and the published round says what was done to it."""

from typing import Any

import pytest

from accounts.models import User
from tests.clock import Clock
from tests.factories import announced, client_of, co_organise, concede, open_tables
from tournaments.director import imports, selectors, tasks
from tournaments.director import services as director
from tournaments.director.commands import desk, drafts
from tournaments.director.commands.drafts import Grounds
from tournaments.director.display import drafts as display
from tournaments.director.display.ruling_selectors import dry_run
from tournaments.director.errors import RoomError
from tournaments.director.overdue import waiting
from tournaments.director.policy.rulings.entries import AdjustPoints
from tournaments.director.policy.rulings.rounds import SetPairing, Swap
from tournaments.director.state.acts import DoubleLoss, UndoRound
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.kit.words import sentence
from tournaments.log import projections
from tournaments.tables import selectors as tables_

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all")]
MINUTE = 60_000


def state(cup: str) -> Tournament:
    return TOURNAMENTS.current(cup).state


def begun(organiser: User, users: list[User], **given: Any) -> str:
    usual: dict[str, Any] = {"rounds": 3, "draws": "by_hand"}
    cup = announced(organiser.pk, [user.pk for user in users], **usual | given)
    director.start(tournament_id=cup, by=organiser.pk)
    return cup


def publish(cup: str, organiser: User) -> None:
    director.pair_again(tournament_id=cup, by=organiser.pk)


def look(cup: str, organiser: User, *, again: bool = False) -> None:
    drafts.look(tournament_id=cup, by=organiser.pk, again=again)


def drafted(cup: str) -> list[tuple[int, ...]]:
    shown = display.preview(cup)
    assert shown is not None
    return tables(shown.at.tournament)


def tables(tournament: Tournament) -> list[tuple[int, ...]]:
    return [match.entries for match in tournament.rounds[-1].played.matches]


def end_round(cup: str) -> None:
    for table in open_tables(cup):
        concede(table)


def test_a_round_that_is_held_waits_until_it_is_published(organiser: User, people: list[User], clock: Clock) -> None:
    cup = begun(organiser, people[:4])
    tasks.tick()
    assert not state(cup).rounds
    clock.now += 24 * 60 * MINUTE
    assert not waiting(clock.now, most=9), "nothing is overdue that waits for its organiser"
    publish(cup, organiser)
    assert len(open_tables(cup)) == 2
    publish(cup, organiser)
    assert len(state(cup).rounds) == 1, "a round that is played is in nobody's way"
    end_round(cup)
    tasks.tick()
    assert len(state(cup).rounds) == 1


def test_a_request_that_is_repeated_publishes_one_round(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    for _again in range(2):
        director.pair_again(tournament_id=cup, by=organiser.pk, command="0123456789abcdef")
        end_round(cup)
    assert len(state(cup).rounds) == 1


def test_after_a_pause_the_next_round_is_drawn_by_itself(organiser: User, people: list[User], clock: Clock) -> None:
    cup = begun(organiser, people[:4], draws="after_pause", pause_minutes=7)
    end_round(cup)
    until = selectors.detail(cup).held_until or 0
    assert 0 < until - clock.now <= 7 * MINUTE
    clock.now = until - 1
    tasks.tick()
    assert len(state(cup).rounds) == 1
    clock.now = until
    tasks.tick()
    assert len(state(cup).rounds) == 2


def test_the_last_result_ends_it_though_rounds_are_held(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4], rounds=1)
    publish(cup, organiser)
    end_round(cup)
    assert state(cup).status == "finished"


def test_what_is_published_is_what_was_looked_at(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:6])
    look(cup, organiser)
    seen = drafted(cup)
    look(cup, organiser)
    assert drafted(cup) == seen, "looking again draws nothing"
    publish(cup, organiser)
    assert tables(state(cup)) == seen
    assert len(open_tables(cup)) == 3


def test_who_leaves_or_comes_meanwhile_is_out_of_the_draft_or_in_it(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:6], late_round=2)
    look(cup, organiser)
    director.withdraw(tournament_id=cup, user_id=people[0].pk)
    director.enter(tournament_id=cup, user_id=people[6].pk)
    number = state(cup).entry_of(people[6].pk)
    assert number is not None
    there = {entry for table in drafted(cup) for entry in table}
    assert there == set(state(cup).present)
    assert number.number in there
    publish(cup, organiser)
    assert {entry for table in tables(state(cup)) for entry in table} == there


def test_an_exchange_is_signed_with_the_round(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:6])
    look(cup, organiser)
    (one, _two), (three, _four), _last = drafted(cup)
    why = Grounds("agreement", "They share a car.")
    drafts.arrange(tournament_id=cup, by=organiser.pk, wanted=Swap(1, one, three), grounds=why)
    arranged = drafted(cup)
    assert arranged[0][0] == three
    assert arranged[1][0] == one
    assert not state(cup).rulings, "a draft is not a ruling yet"
    publish(cup, organiser)
    assert tables(state(cup)) == arranged
    [ruling] = selectors.at(cup).rulings(organiser)
    assert (ruling.act, ruling.signed.by, ruling.signed.text) == (
        "set_pairing",
        organiser.username,
        "They share a car.",
    )
    assert len(open_tables(cup)) == 3
    page = client_of(ann).get(f"/tournaments/{cup}/rounds").content.decode()
    assert "Paired by hand:" in page


def test_an_exchange_counts_no_more_once_others_are_there(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4], late_round=2)
    look(cup, organiser)
    (one, _two), (three, _four) = drafted(cup)
    drafts.arrange(tournament_id=cup, by=organiser.pk, wanted=Swap(1, one, three), grounds=Grounds())
    director.enter(tournament_id=cup, user_id=people[6].pk)
    shown = display.preview(cup)
    assert shown is not None
    assert display.draft_info(shown).dropped
    publish(cup, organiser)
    assert not state(cup).rulings
    assert len(state(cup).rounds) == 1


def test_a_rematch_in_a_draft_is_named(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    publish(cup, organiser)
    first = {frozenset(table) for table in tables(state(cup))}
    end_round(cup)
    look(cup, organiser)
    (one, two), (three, four) = drafted(cup)
    other = three if frozenset((one, three)) in first else four
    drafts.arrange(tournament_id=cup, by=organiser.pk, wanted=Swap(2, two, other), grounds=Grounds())
    shown = display.preview(cup)
    assert shown is not None
    broken = [text.message for text in display.draft_info(shown).broken]
    assert broken[:2] == ["{one} and {two} have met before, in round {rounds}."] * 2


def test_all_rules_that_a_pairing_by_hand_breaks_are_named_in_a_draft_and_in_a_dry_run(
    organiser: User, people: list[User]
) -> None:
    """Five players, of whom the first two are kept apart and the next two are club-mates; one has rested before."""
    cup = begun(organiser, people[:5], apart_rounds=3)
    publish(cup, organiser)
    (rested,) = state(cup).rounds[0].drawn.byes
    end_round(cup)
    one, two, three, four = (number for number in state(cup).seeds if number != rested.entry)
    name = {number: entry.name for number, entry in selectors.at(cup).entries.items()}
    pairs = [[name[one], name[two]]], [[name[three], name[four]]]
    imports.keep_apart(tournament_id=cup, by=organiser.pk, forbidden=pairs[0], mates=pairs[1])
    look(cup, organiser)
    wanted = SetPairing(2, ((one, two), (three, four)), (rested.entry,))
    drafts.arrange(tournament_id=cup, by=organiser.pk, wanted=wanted, grounds=Grounds())
    shown = display.preview(cup)
    assert shown is not None
    in_draft = {sentence(text) for text in display.draft_info(shown).broken}
    assert {f"{name[one]} and {name[two]} should not meet.", f"{name[rested.entry]} has had a bye before."} <= in_draft
    assert any("club-mates, who are kept apart" in text for text in in_draft)
    look(cup, organiser, again=True)
    publish(cup, organiser)
    tried = dry_run(cup, by=organiser.pk, wanted=wanted)
    assert in_draft >= {sentence(text) for text in tried.broken} >= {f"{name[one]} and {name[two]} should not meet."}


def test_a_pairing_by_hand_names_scores_that_lie_further_apart_than_in_the_draw(
    organiser: User, people: list[User]
) -> None:
    cup = begun(organiser, people[:8], rounds=3)
    publish(cup, organiser)
    end_round(cup)
    look(cup, organiser)
    points = {line.entry: line.points for line in state(cup).lines}
    met = [set(table) for table in tables(state(cup))]
    up, down = ([each for each in points if points[each] == score] for score in (1, 0))
    wanted = SetPairing(2, tuple((each, next(o for o in down if {each, o} in met)) for each in up))
    drafts.arrange(tournament_id=cup, by=organiser.pk, wanted=wanted, grounds=Grounds())
    shown = display.preview(cup)
    assert shown is not None
    broken = [sentence(text) for text in display.draft_info(shown).broken]
    assert "Differences of scores, squared: 16 instead of 0." in broken


def test_drafts_are_counted_and_an_organiser_who_plays_is_named(organiser: User, people: list[User], ann: User) -> None:
    cup = announced(organiser.pk, [organiser.pk, *(user.pk for user in people[:3])], rounds=3, draws="by_hand")
    co_organise(cup, organiser.pk, ann.pk)
    director.start(tournament_id=cup, by=organiser.pk)
    look(cup, organiser)
    look(cup, organiser, again=True)
    look(cup, ann)
    publish(cup, organiser)
    [paired] = selectors.at(cup).rounds
    assert paired.drafts == 2
    assert paired.seen_by == (organiser.username,), "ann does not play"
    page = client_of(people[0]).get(f"/tournaments/{cup}/rounds").content.decode()
    assert "had it drawn 2 times before it was published" in page
    assert f"and plays: {organiser.username}" in page


def test_the_same_exchange_by_two_organisers_is_signed_by_each(
    organiser: User, people: list[User], ann: User, bob: User
) -> None:
    cup = begun(organiser, people[:4])
    co_organise(cup, organiser.pk, ann.pk, bob.pk)
    look(cup, organiser)
    (one, two), (three, four) = drafted(cup)
    for user, pair in ((organiser, (one, three)), (ann, (two, four)), (bob, (one, three))):
        if user is not organiser:
            look(cup, user)
        drafts.arrange(tournament_id=cup, by=user.pk, wanted=Swap(1, *pair), grounds=Grounds())
    publish(cup, organiser)
    signed = [ruling.signed.by for ruling in reversed(selectors.at(cup).rulings(organiser))]
    assert signed == [organiser.username, ann.username, bob.username]


def test_an_exchange_that_no_longer_fits_warns_until_the_latest_one_does(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:6])
    look(cup, organiser)
    (one, two), (three, _four), _third = drafted(cup)
    drafts.arrange(tournament_id=cup, by=organiser.pk, wanted=Swap(1, one, three), grounds=Grounds())
    director.withdraw(tournament_id=cup, user_id=state(cup).entries[two].users[0])
    assert _dropped(cup)
    (one, _two), (three, _four) = drafted(cup)
    drafts.arrange(tournament_id=cup, by=organiser.pk, wanted=Swap(1, one, three), grounds=Grounds())
    assert not _dropped(cup)


def _dropped(cup: str) -> bool:
    shown = display.preview(cup)
    assert shown is not None
    return display.draft_info(shown).dropped


def test_what_somebody_else_has_changed_is_not_published_unseen(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4])
    co_organise(cup, organiser.pk, ann.pk)
    look(cup, organiser)
    seen = state(cup).seq
    look(cup, ann, again=True)
    with pytest.raises(RoomError, match="stale"):
        director.pair_again(tournament_id=cup, by=organiser.pk, seen=seen)
    with pytest.raises(RoomError, match="stale"):
        drafts.arrange(tournament_id=cup, by=organiser.pk, wanted=Swap(1, 1, 3), grounds=Grounds(), seen=seen)
    assert not state(cup).rounds


def test_only_organisers_see_a_draft_and_each_asks_for_it(
    organiser: User, people: list[User], ann: User, bob: User
) -> None:
    cup = begun(organiser, people[:4])
    look(cup, organiser)
    co_organise(cup, organiser.pk, ann.pk)
    assert "arrange-swap" in client_of(organiser).get(f"/tournaments/{cup}/draft").content.decode()
    assert "arrange-swap" not in client_of(ann).get(f"/tournaments/{cup}/draft").content.decode()
    with pytest.raises(RoomError, match="no_draft"):
        drafts.arrange(tournament_id=cup, by=ann.pk, wanted=Swap(1, 1, 2), grounds=Grounds())
    client_of(ann).post(f"/tournaments/{cup}/draft/look")
    assert "arrange-swap" in client_of(ann).get(f"/tournaments/{cup}/draft").content.decode()
    for act in ("look", "arrange"):
        assert client_of(bob).post(f"/tournaments/{cup}/draft/{act}").status_code == 403
    assert client_of(bob).get(f"/tournaments/{cup}/draft").status_code == 403
    with pytest.raises(RoomError, match="not_organiser"):
        look(cup, bob)
    assert not selectors.at(cup).rounds


def test_names_pair_a_draft_by_hand(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    client = client_of(organiser)
    client.post(f"/tournaments/{cup}/draft/look")
    page = client.get(f"/tournaments/{cup}/draft").content.decode()
    (one, two), (three, four) = [[state(cup).entries[each].users[0] for each in table] for table in drafted(cup)]
    names = {user.pk: user.username for user in people}
    assert f'value="{names[one]}"' in page
    seats = {"0-0": one, "0-1": three, "1-0": two, "1-1": four}
    given = {f"tables-{seat}": names[user] for seat, user in seats.items()} | {
        "act": "set_pairing",
        "round": "1",
        "reason": "other",
        "text": "",
        "seq": str(state(cup).seq),
    }
    wrong = client.post(f"/tournaments/{cup}/draft/arrange", given | {"tables-1-1": "nobody"})
    assert wrong.status_code == 422
    assert "“nobody” does not play here." in wrong.content.decode()
    twice = client.post(f"/tournaments/{cup}/draft/arrange", given | {"tables-1-1": names[one]})
    assert f"{names[one]} is named twice." in twice.content.decode()
    client.post(f"/tournaments/{cup}/draft/arrange", given)
    client.post(f"/tournaments/{cup}/pair")
    numbers = {state(cup).entries[each].users[0]: each for each in state(cup).entries}
    assert set(tables(state(cup))) == {(numbers[one], numbers[three]), (numbers[two], numbers[four])}


def test_the_desk_holds_and_lets_go(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4], draws="at_once")
    client = client_of(organiser)
    client.post(f"/tournaments/{cup}/draws", {"draws": "by_hand", "pause_minutes": ""})
    end_round(cup)
    assert len(state(cup).rounds) == 1
    assert "Round 2 waits for you" in client.get(f"/tournaments/{cup}/desk").content.decode()
    assert "when the organiser publishes it" in client_of(people[0]).get(f"/tournaments/{cup}").content.decode()
    client.post(f"/tournaments/{cup}/draws", {"draws": "at_once", "pause_minutes": ""})
    assert len(state(cup).rounds) == 2, "it goes on at once"
    with pytest.raises(RoomError, match="not_organiser"):
        drafts.set_draws(tournament_id=cup, by=people[0].pk, draws="by_hand", minutes=5)
    with pytest.raises(RoomError, match="bad_pause_minutes"):
        drafts.set_draws(tournament_id=cup, by=organiser.pk, draws="after_pause", minutes=0)


def test_lists_keep_the_number_of_rounds_when_the_desk_holds_them(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4], draws="at_once", rounds=None)
    before = selectors.summary(cup)
    drafts.set_draws(tournament_id=cup, by=organiser.pk, draws="by_hand", minutes=5)
    after = selectors.summary(cup)
    assert before is not None
    assert after is not None
    assert after.rounds == before.rounds == 2
    projections.rebuild()
    assert (again := selectors.summary(cup)) is not None
    assert again.rounds == 2


def test_a_ruling_that_is_tried_holds_the_draw_for_three_minutes(
    organiser: User, people: list[User], clock: Clock
) -> None:
    cup = begun(organiser, people[:4], draws="at_once")
    desk.attempt(tournament_id=cup, by=organiser.pk, wanted=AdjustPoints(1, "-1/2", 1))
    end_round(cup)
    assert len(state(cup).rounds) == 1
    page = client_of(organiser).get(f"/tournaments/{cup}/desk").content.decode()
    assert "a ruling is being tried" in page
    assert f"{organiser.username} looks at what a ruling would do." in page
    clock.now += 3 * MINUTE
    tasks.tick()
    assert len(state(cup).rounds) == 2


def test_a_trial_that_is_dropped_holds_the_draw_no_longer(organiser: User, people: list[User], clock: Clock) -> None:
    cup = begun(organiser, people[:4], draws="at_once")
    desk.attempt(tournament_id=cup, by=organiser.pk, wanted=AdjustPoints(1, "-1/2", 1))
    end_round(cup)
    assert client_of(people[0]).post(f"/tournaments/{cup}/ruling/drop").status_code == 403
    tasks.tick()
    assert len(state(cup).rounds) == 1
    assert client_of(organiser).post(f"/tournaments/{cup}/ruling/drop").status_code == 302
    tasks.tick()
    assert len(state(cup).rounds) == 2


@pytest.mark.parametrize(
    ("where", "drawn"), [({}, 1), ({"Sec-Fetch-Site": "same-origin"}, 1), ({"Sec-Fetch-Site": "cross-site"}, 2)]
)
def test_only_our_own_pages_hold_the_draw_by_trying_a_ruling(
    organiser: User, people: list[User], where: dict[str, str], drawn: int
) -> None:
    cup = begun(organiser, people[:4], draws="at_once")
    match = state(cup).rounds[0].drawn.matches[0].match
    page = client_of(organiser).get(f"/tournaments/{cup}/ruling?act=double_loss&match={match}&go=1", headers=where)
    assert page.status_code == 200
    end_round(cup)
    assert len(state(cup).rounds) == drawn


def test_somebody_elses_trial_goes_on(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4], draws="at_once")
    co_organise(cup, organiser.pk, ann.pk)
    wanted = AdjustPoints(1, "-1/2", 1)
    for by in (organiser, ann):
        desk.attempt(tournament_id=cup, by=by.pk, wanted=wanted)
    end_round(cup)
    signature = desk.Signature(by=ann.pk, seq=state(cup).seq, reason="rules")
    desk.rule(tournament_id=cup, wanted=wanted, signature=signature)
    assert len(state(cup).rounds) == 1, "the organiser still looks"


def test_a_ruling_that_ends_a_round_begins_the_pause(organiser: User, people: list[User], clock: Clock) -> None:
    cup = begun(organiser, people[:4], draws="after_pause", pause_minutes=5)
    one, two = open_tables(cup)
    concede(one)
    clock.now += 10 * MINUTE
    match = tables_.summary(two).match or ""
    signature = desk.Signature(by=organiser.pk, seq=state(cup).seq, reason="no_show")
    desk.rule(tournament_id=cup, wanted=DoubleLoss(match), signature=signature)
    assert len(state(cup).rounds) == 1
    clock.now += 5 * MINUTE
    tasks.tick()
    assert len(state(cup).rounds) == 2


def test_signing_that_ruling_or_asking_for_the_draw_lets_it_go(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4], draws="at_once")
    wanted = AdjustPoints(1, "-1/2", 1)
    before, _after = desk.attempt(tournament_id=cup, by=organiser.pk, wanted=wanted)
    end_round(cup)
    seq = state(cup).seq
    signature = desk.Signature(by=organiser.pk, seq=seq, reason="rules")
    desk.rule(tournament_id=cup, wanted=wanted, signature=signature)
    assert len(state(cup).rounds) == 2
    assert before.seq < seq
    desk.attempt(tournament_id=cup, by=organiser.pk, wanted=wanted)
    end_round(cup)
    assert len(state(cup).rounds) == 2
    publish(cup, organiser)
    assert len(state(cup).rounds) == 3


@pytest.mark.parametrize("kind", ["knock-out", "round-robin"])
def test_every_format_is_held(organiser: User, people: list[User], kind: str) -> None:
    cup = begun(organiser, people[:4], format=kind, rounds=None)
    assert not open_tables(cup)
    look(cup, organiser)
    seen = drafted(cup)
    publish(cup, organiser)
    assert tables(state(cup)) == seen
    while state(cup).status == "running":
        end_round(cup)
        publish(cup, organiser)
    assert state(cup).status == "finished"


def test_in_a_bracket_only_results_decide_who_meets(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4], format="knock-out", rounds=None)
    look(cup, organiser)
    with pytest.raises(RoomError, match="fixed_pairings"):
        drafts.arrange(tournament_id=cup, by=organiser.pk, wanted=Swap(1, 1, 2), grounds=Grounds())
    assert "arrange-swap" not in client_of(organiser).get(f"/tournaments/{cup}/draft").content.decode()


def test_a_round_taken_back_has_a_draft_of_its_own(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    look(cup, organiser)
    publish(cup, organiser)
    signature = desk.Signature(by=organiser.pk, seq=state(cup).seq, reason="mistake")
    desk.rule(tournament_id=cup, wanted=UndoRound(1), signature=signature)
    assert not state(cup).rounds
    assert state(cup).draft is None
    publish(cup, organiser)
    assert len(open_tables(cup)) == 2


def test_the_desk_stands_while_a_ruling_is_tried_before_a_round_that_waits_for_it(
    organiser: User, people: list[User]
) -> None:
    cup = begun(organiser, people[:4], draws="by_hand")
    director.pair_again(tournament_id=cup, by=organiser.pk)
    end_round(cup)
    desk.attempt(tournament_id=cup, by=organiser.pk, wanted=AdjustPoints(1, "-1/2", 1))
    page = client_of(organiser).get(f"/tournaments/{cup}/desk")
    assert page.status_code == 200
    assert f"{organiser.username} looks at what a ruling would do." in page.content.decode()


def test_a_dry_run_shows_no_organiser_who_plays_whom_they_would_meet(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, [organiser, *people[:3]])
    co_organise(cup, organiser.pk, people[4].pk)
    publish(cup, organiser)
    end_round(cup)
    wanted = AdjustPoints(1, "-1/2", 1)
    assert dry_run(cup, by=people[4].pk, wanted=wanted).coming is not None
    assert dry_run(cup, by=organiser.pk, wanted=wanted).coming is None
