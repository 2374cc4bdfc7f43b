"""Names from files, and what they would do to a tournament: line by line."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.naming import normalised
from tournaments.director.commands import intake
from tournaments.director.commands.intake import Known
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.exchange import rosters, spreadsheets
from tournaments.director.exchange.faults import MOST_FAULTS, Unreadable
from tournaments.director.exchange.rosters import Named, Roster, from_csv, from_trf
from tournaments.director.exchange.told import Told
from tournaments.director.policy import decisions
from tournaments.director.state.events import Announced, Settings
from tournaments.director.state.folding import fold
from tournaments.director.state.tournament import Tournament

PEOPLE = {name: Known(at, False, False) for at, name in enumerate(("Ann", "Ben", "Cleo"), start=1)}
USERS = PEOPLE | {"Bot": Known(9, True, False), "Guest": Known(10, False, True)}


def tournament(**given) -> Tournament:
    plan: dict[str, Any] = {"name": "x", "game": "duck-soup", "format": "swiss", "starts_at": 0, "rated": False}
    return fold([(Announced("t", 1, Settings(**plan | given)), 0)])


def after(found: Tournament, events: decisions.Events) -> Tournament:
    return fold(((event, 0) for event in events), found)


def outcomes(found: intake.Intake) -> list[tuple[int, str]]:
    return [(line.line, line.outcome) for line in found.lines]


# -- files


def test_a_column_of_names_is_enough_wherever_it_stands():
    found = from_csv("\ufeffclub;Name\r\nX;Ann\r\n\r\n;Ben\r\n")
    assert found == Roster((Named(2, "Ann"), Named(4, "Ben")), ("club",))


def test_a_plain_list_of_names_needs_no_header():
    assert from_csv("Ann\n\nBen").names == (Named(1, "Ann"), Named(3, "Ben"))


def test_the_exported_entries_can_be_read_again():
    exported = spreadsheets.entries(after(tournament(), decisions.enter(tournament(), 1)), Told({1: "=1+1"}))
    assert from_csv(exported) == Roster((Named(2, "=1+1"),))


@pytest.mark.parametrize(
    ("text", "line"),
    [("", 1), ("name,name\nAnn,Ben\n", 1), ("name,x\nAnn\n", 2), ('name\nAnn\n"Ben\n', 3)],
)
def test_what_is_no_table_of_names_is_refused_by_line(text: str, line: int):
    with pytest.raises(Unreadable) as refused:
        from_csv(text)
    assert [fault.line for fault in refused.value.faults] == [line]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name\n" + "a\n" * 249_000, "0: A file can have at most 5000 lines."),
        ("name\n" + "a\n" * 2_001, "0: A file can name at most 2000 players."),
        ("a\n" * 2_001, "0: A file can name at most 2000 players."),
        ("a," * 100 + "name\nx", "1: A file can have at most 100 columns."),
    ],
)
def test_a_file_is_cut_before_it_is_read(text: str, told: str):
    with pytest.raises(Unreadable, match=told):
        from_csv(text)


def test_of_what_is_wrong_no_more_is_looked_for_than_is_told():
    with pytest.raises(Unreadable) as refused:
        from_csv("name,club\n" + "a\n" * 2_000)
    assert [fault.line for fault in refused.value.faults] == [*range(2, MOST_FAULTS + 2)]


def test_a_cell_is_cut_before_it_is_brought_into_one_form(monkeypatch: pytest.MonkeyPatch):
    """Putting marks in order takes the square of their number."""
    seen: list[str] = []

    def watched(text: str) -> str:
        seen.append(text)
        return normalised(text)

    monkeypatch.setattr(rosters, "normalised", watched)
    (named,) = from_csv("name\na" + "\u0301\u0316" * 60_000).names
    assert [len(text) for text in seen] == [2 * rosters.LONGEST_NAME]
    assert len(named.name) == rosters.LONGEST_NAME


def test_a_report_names_no_more_players_than_a_file_may():
    lines = "".join(f"001 {number:>4}      {'p':<33} {'':32} 0.0\n" for number in range(1, 2_002))
    with pytest.raises(Unreadable, match="can name at most 2000 players"):
        from_trf(lines)
    assert len(from_trf(lines[: lines.rindex("\n001")]).names) == 2_000


def test_records_of_a_report_that_mean_nothing_here_are_named():
    player = "001    1      Ann" + 63 * " " + " 0.0"
    assert from_trf(f"XXC rank\n{player}\nXXZ 1").unread == ("XXC", "XXZ")


@given(text=st.text())
def test_any_text_is_read_or_refused(text: str):
    for read in (from_csv, from_trf):
        try:
            read(text)
        except Unreadable as unreadable:
            known = unreadable.faults
        else:
            continue
        assert known


def test_a_report_names_its_players_in_the_order_of_their_ranks():
    lines = ["001    2      Ben" + 63 * " " + " 0.0", "001    1      Ann" + 63 * " " + " 0.0"]
    assert from_trf("\n".join(lines)) == Roster((Named(2, "Ann"), Named(1, "Ben")), ranked=True)


# -- what would follow


def test_bots_enter_and_people_are_invited():
    roster = Roster((Named(2, "Ann"), Named(3, "Bot"), Named(4, "Ben")))
    found = intake.plan(tournament(), roster, USERS)
    assert outcomes(found) == [(2, "invited"), (3, "enters"), (4, "invited")]
    now = after(tournament(), intake.agreed(found))
    assert [entry.users for entry in now.entries.values()] == [(9,)]
    assert now.invited == (1, 2)


def test_the_same_file_twice_does_nothing_more():
    roster = Roster((Named(2, "Ann"), Named(3, "Bot")))
    now = after(tournament(), intake.agreed(intake.plan(tournament(), roster, USERS)))
    again = intake.plan(now, roster, USERS)
    assert outcomes(again) == [(2, "waiting"), (3, "entered")]
    assert intake.agreed(again) == ()


@pytest.mark.parametrize(
    ("names", "given"),
    [
        (["Nobody"], {}),
        (["Ann", "Ann"], {}),
        (["Bot"], {"bots": False}),
        (["Guest"], {"rated": True}),
    ],
)
def test_one_line_that_cannot_be_refuses_them_all(names: list[str], given: dict[str, bool]):
    roster = Roster(tuple(Named(at, name) for at, name in enumerate(["Cleo", *names], start=2)))
    found = intake.plan(tournament(**given), roster, USERS)
    assert [line.line for line in found.refused] == [len(names) + 2]
    with pytest.raises(Refused) as refused:
        intake.agreed(found)
    assert refused.value.code == "bad_import"


def test_a_field_that_is_full_takes_no_more_bots():
    users = {f"bot{at}": Known(at, True, False) for at in range(1, 4)}
    roster = Roster(tuple(Named(at, name) for at, name in enumerate(users, start=2)))
    found = intake.plan(tournament(max_entries=2), roster, users)
    assert outcomes(found) == [(2, "enters"), (3, "enters"), (4, "refused")]


def test_a_report_orders_the_seeds_and_others_follow_by_rating():
    roster = Roster((Named(2, "Cleo"), Named(3, "Bot")), ranked=True)
    now = after(tournament(), intake.agreed(intake.plan(tournament(), roster, USERS)))
    for user in (1, 2, 3):
        now = after(now, decisions.enter(now, user))
    (started,) = decisions.start(now, {1: 1500.0, 2: 1600.0, 3: 1000.0, 9: 900.0}, "s")
    assert [now.entries[number].users[0] for number in after(now, (started,)).seeds] == [3, 9, 2, 1]


def test_who_declines_is_not_invited_any_more_and_may_be_again():
    now = after(tournament(), intake.agreed(intake.plan(tournament(), Roster((Named(2, "Ann"),)), USERS)))
    gone = after(now, intake.decline(now, 1))
    assert (gone.invited, intake.decline(gone, 1)) == ((), ())
    assert outcomes(intake.plan(gone, Roster((Named(2, "Ann"),)), USERS)) == [(2, "invited")]


def test_after_the_start_nothing_of_this_is_done():
    now = tournament()
    for user in (1, 2):
        now = after(now, decisions.enter(now, user))
    now = after(now, decisions.start(now, {}, "s"))
    for request in (
        lambda: intake.plan(now, Roster(()), {}),
        lambda: intake.decline(now, 1),
        lambda: intake.order(now, (1,)),
    ):
        with pytest.raises(WrongStatus):
            request()
