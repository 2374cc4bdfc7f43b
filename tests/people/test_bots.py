"""Accounts of bots: how an account becomes one, what its name shows, what it accepts, and what is kept of it."""

import pytest
from django.conf import LazySettings
from django.test import Client

from accounts import bots, erasure, privacy
from accounts.models import BotRequest, BotVersion, User
from tests.api.client import Caller
from tests.factories import announced, bot_of, client_of, open_for, plan
from tests.notices.conftest import told
from tournaments.director import services as director
from tournaments.log.errors import RoomError
from tournaments.people import erasure as people_erasure
from tournaments.people import export, friends, invitations
from tournaments.people.bots import acceptance, smoke, versions, wishes
from tournaments.people.bots.acceptance import Rules
from tournaments.people.models import BotRules, SmokeTable
from tournaments.platform.errors import Refusal
from tournaments.tables import presence, selectors, services
from tournaments.tables.events import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def robbie(ann: User) -> User:
    return bot_of(ann)


def refused(act: object, *codes: str) -> None:
    with pytest.raises(RoomError) as caught:
        act()  # type: ignore[operator]
    assert caught.value.code in codes


# -- an account becomes a bot's


def test_it_takes_both_wishes_and_stays_so(ann: User) -> None:
    made = User.objects.create_user("robbie")
    wishes.ask(user=made, owner="ann", name="robbie")
    made.refresh_from_db()
    assert not made.is_bot
    assert wishes.owned(ann) == wishes.Owned((), ("robbie",))
    for _twice in range(2):
        wishes.accept(owner=ann, name="robbie")
    made.refresh_from_db()
    assert (made.is_bot, made.is_program, made.owner, made.house_level) == (True, True, ann, "")
    assert wishes.owned(ann) == wishes.Owned(("robbie",), ())
    refused(lambda: wishes.ask(user=made, owner="ann", name="robbie"), "bot_account")
    wishes.decline(owner=ann, name="robbie")
    made.refresh_from_db()
    assert made.is_program, "there is no way back"


def test_only_the_owner_who_was_asked_can_accept(ann: User, bob: User) -> None:
    made = User.objects.create_user("robbie")
    wishes.ask(user=made, owner="ann", name="robbie")
    refused(lambda: wishes.accept(owner=bob, name="robbie"), "not_asked")
    wishes.decline(owner=bob, name="robbie")
    assert bots.asked_by(made) == ann
    wishes.take_back(user=made)
    refused(lambda: wishes.accept(owner=ann, name="robbie"), "not_asked")


def test_who_has_played_stays_a_person(ann: User, bob: User) -> None:
    open_for(bob, None)
    refused(lambda: wishes.ask(user=bob, owner="ann", name="bob"), "has_played")


def test_who_sits_down_meanwhile_stays_a_person(ann: User, bob: User) -> None:
    wishes.ask(user=bob, owner="ann", name="bob")
    open_for(bob, None)
    refused(lambda: wishes.accept(owner=ann, name="bob"), "has_played")


def test_who_takes_part_or_owns_bots_cannot(ann: User, bob: User, robbie: User) -> None:
    refused(lambda: wishes.ask(user=ann, owner="bob", name="ann"), "not_for_bots")
    refused(lambda: wishes.ask(user=bob, owner="bob", name="bob"), "yourself")
    refused(lambda: wishes.ask(user=bob, owner="robbie", name="bob"), "unknown_player")
    refused(lambda: wishes.ask(user=bob, owner="ann", name="ann"), "not_your_name")
    announced(ann.pk, [bob.pk])
    refused(lambda: wishes.ask(user=bob, owner="ann", name="bob"), "takes_part")


def test_an_owner_has_a_number_of_bots_at_most(ann: User, robbie: User, settings: LazySettings) -> None:
    settings.CAPS = settings.CAPS | {"owner_bots": 1, "owner_requests": 1}
    second, third = User.objects.create_user("second"), User.objects.create_user("third")
    wishes.ask(user=second, owner="ann", name="second")
    refused(lambda: wishes.ask(user=third, owner="ann", name="third"), "too_many_requests")
    refused(lambda: wishes.accept(owner=ann, name="second"), "too_many_owned")


def test_the_owner_is_told_until_it_is_answered(ann: User) -> None:
    made = User.objects.create_user("robbie")
    wishes.ask(user=made, owner="ann", name="robbie")
    assert told(ann) == ["bot_request"]
    wishes.accept(owner=ann, name="robbie")


def test_bots_are_nobodys_friends(ann: User, bob: User) -> None:
    made = User.objects.create_user("robbie")
    privacy.choose(user=bob, choices={"invitations": "anyone"})
    friends.ask(user=made, name="bob")
    friends.ask(user=bob, name="robbie")
    wishes.ask(user=made, owner="ann", name="robbie")
    wishes.accept(owner=ann, name="robbie")
    assert friends.circle(bob.pk).friends == ()
    refused(lambda: friends.ask(user=bob, name="robbie"), "unknown_player")


# -- the title


def test_the_title_is_at_the_table_in_lists_and_on_the_profile(ann: User, bob: User, robbie: User) -> None:
    table = open_for(bob, robbie, None, game="gasp")
    reader = client_of(bob)
    title = '<span class="bot" title="a program of its owner">bot</span>'
    for page in (f"/tables/{table}", "/players", "/players/robbie", "/games/gasp"):
        assert title in reader.get(page).content.decode(), page
    profile = reader.get("/players/robbie").content.decode()
    assert '<a class="person-link" href="/players/ann">ann</a>' in profile
    caller = Caller(bob)
    seat = caller.get(f"/api/tables/{table}")["seats"][1]
    assert (seat["name"], seat["is_bot"], seat["level"]) == ("robbie", True, "program")
    shown = caller.get("/api/players/robbie")
    assert (shown["is_bot"], shown["level"], shown["owner"]) == (True, "program", "ann")


# -- versions


def test_versions_are_kept_with_their_dates(robbie: User, bob: User) -> None:
    for name in ("1.0", "1.0", " 2.0 "):
        versions.announce(bot=robbie, version=name)
    assert [each.name for each in bots.versions(robbie)] == ["2.0", "1.0"]
    assert [each["name"] for each in Caller(bob).get("/api/players/robbie")["versions"]] == ["2.0", "1.0"]
    assert "2.0" in client_of(bob).get("/players/robbie").content.decode()
    for bad in ("", " ", "x" * 41, "a\u202eb"):
        with pytest.raises(Refusal):
            versions.announce(bot=robbie, version=bad)
    refused(lambda: versions.announce(bot=bob, version="1"), "not_a_bot")


def test_old_versions_are_forgotten(robbie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "MOST_VERSIONS", 3)
    for number in range(5):
        versions.announce(bot=robbie, version=str(number))
    assert [each.name for each in bots.versions(robbie)] == ["4", "3", "2"]


# -- kept out


def test_bots_are_kept_out_of_tables_for_people(bob: User, robbie: User) -> None:
    table = open_for(bob, None, people_only=True)
    refused(lambda: services.join(table_id=table, user_id=robbie.pk), "no_programs")
    refused(lambda: open_for(bob, robbie, people_only=True), "no_programs")
    assert Caller(robbie).post(f"/api/tables/{table}/join")["code"] == "no_programs"
    services.join(table_id=open_for(bob, None), user_id=robbie.pk)


def test_tables_that_pages_open_are_for_people_unless_they_say_otherwise(bob: User, robbie: User) -> None:
    for given, people_only in (({}, True), ({"programs": "on"}, False)):
        form = {"seats": "2", "against": "people"} | given
        table = client_of(bob).post("/games/duck-soup/open", form)["Location"].rpartition("/")[2]
        assert selectors.summary(table).people_only is people_only
        said = "Programs may play at this table." in client_of(robbie).get(f"/tables/{table}").content.decode()
        assert said is not people_only


def test_bots_are_kept_out_of_tournaments_that_are_not_open_to_them(ann: User, bob: User, robbie: User) -> None:
    closed, opened = announced(bob.pk), announced(bob.pk, programs=True)
    refused(lambda: director.enter(tournament_id=closed, user_id=robbie.pk), "no_programs")
    director.enter(tournament_id=opened, user_id=robbie.pk)
    refused(lambda: director.edit(tournament_id=opened, by=bob.pk, settings=plan(programs=False)), "programs_entered")
    refused(lambda: director.enter(tournament_id=opened, user_id=ann.pk, by=bob.pk), "enters_alone")


def test_a_token_that_plays_for_a_person_is_a_program(ann: User, bob: User) -> None:
    program, browser = Caller(ann), Caller(bob)
    browser.log_in()
    table = browser.post("/api/tables", {"game": "german-whist", "seats": ["me", None]})
    assert table["programs"] is False
    assert program.post(f"/api/tables/{table['id']}/join")["code"] == "no_programs"
    services.join(table_id=table["id"], user_id=ann.pk)
    now = program.get(f"/api/tables/{table['id']}")
    assert program.post(f"/api/tables/{table['id']}/move/{(now['legal'] or ['7H'])[0]}")["code"] == "no_programs"
    assert program.post("/api/seek", {"game": "german-whist", "programs": False})["code"] == "no_programs"


def test_it_is_said_that_a_program_plays_for_a_person(ann: User, bob: User) -> None:
    program, other = Caller(ann), client_of(bob)
    table = program.post("/api/tables", {"game": "german-whist", "seats": ["me", None]})
    assert table["programs"] is True
    services.join(table_id=table["id"], user_id=bob.pk)
    path = f"/api/tables/{table['id']}"
    while not (now := program.get(path))["legal"]:
        services.make_move(
            table_id=table["id"],
            user_id=bob.pk,
            move=selectors.view(table_id=table["id"], user_id=bob.pk).legal[0],
        )
    assert [seat["program"] for seat in now["seats"]] == [False, False]
    move, key = now["legal"][0], {"key": "once"}
    first = program.post(f"{path}/move/{move}", **key)
    assert program.post(f"{path}/move/{move}", **key).body == first.body
    assert [seat["program"] for seat in program.get(path)["seats"]] == [True, False]
    page = other.get(f"/tables/{table['id']}").content.decode()
    assert '<span class="bot" title="A program plays for this person.">program</span>' in page
    assert "A program plays for ann." in page


def test_people_look_for_programs_only_if_they_say_so(ann: User, bob: User, robbie: User) -> None:
    program, person, other = Caller(robbie), client_of(bob), client_of(ann)
    whist = {"game": "german-whist", "clock": "300+5"}
    assert program.post("/api/seek", whist)["seek"]["programs"] is True
    person.post("/seek", whist)
    assert program.get("/api/seek")["seek"]["table"] is None
    other.post("/seek", whist | {"programs": "on"})
    table = program.get("/api/seek")["seek"]["table"]
    assert {*selectors.summary(table).seats} == {ann.pk, robbie.pk}


# -- at most so much


def test_a_bot_sits_at_a_number_of_tables_at_most(bob: User, robbie: User, settings: LazySettings) -> None:
    settings.CAPS = settings.CAPS | {"program_tables": 2}
    for _table in range(2):
        services.join(table_id=open_for(bob, None), user_id=robbie.pk)
    refused(lambda: services.join(table_id=open_for(bob, None), user_id=robbie.pk), "too_many_tables")
    refused(lambda: open_for(robbie, None), "too_many_tables")
    assert settings.CAPS["tables"] >= 3, "people are counted by what they open"


@pytest.mark.usefixtures("fresh_allowances")
def test_bots_have_rates_of_their_own(bob: User, robbie: User, settings: LazySettings) -> None:
    settings.RATES = {"tables": "1/h", "bot_tables": "3/h"}

    def answers(user: User, times: int) -> list[int]:
        whist = {"game": "german-whist", "seats": ["me", None]}
        return [Caller(user).post("/api/tables", whist).status for _ in range(times)]

    assert answers(robbie, 4) == [201, 201, 201, 429]
    assert answers(bob, 2) == [201, 429]


# -- invitations by rules


@pytest.fixture
def connected(robbie: User) -> None:
    presence.note_programs([robbie.pk])


def test_without_rules_the_program_answers(bob: User, robbie: User) -> None:
    table = open_for(bob, None)
    invitations.invite(user=bob, table_id=table, name="robbie")
    assert [each.table.id for each in invitations.waiting(robbie)] == [table]


def test_by_rules_a_bot_sits_down_at_once(bob: User, robbie: User, connected: None) -> None:
    acceptance.choose(bot=robbie, rules=Rules())
    table = open_for(bob, None)
    invitations.invite(user=bob, table_id=table, name="robbie")
    assert selectors.summary(table).status == "playing"


@pytest.mark.parametrize(
    "rules",
    [
        Rules(games=("gasp",)),
        Rules(clocks=("300+5",)),
        Rules(rated="rated"),
        Rules(opponents="bots"),
        Rules(least_rating=1600),
        Rules(most_rating=1400),
    ],
)
def test_what_the_rules_do_not_allow_is_declined(rules: Rules, bob: User, robbie: User, connected: None) -> None:
    acceptance.choose(bot=robbie, rules=rules)
    table = open_for(bob, None)
    refused(lambda: invitations.invite(user=bob, table_id=table, name="robbie"), "bot_declines")
    assert invitations.waiting(robbie) == []


def test_a_bot_whose_program_is_away_accepts_nothing(bob: User, robbie: User) -> None:
    acceptance.choose(bot=robbie, rules=Rules())
    refused(lambda: invitations.invite(user=bob, table_id=open_for(bob, None), name="robbie"), "bot_away")


def test_nobody_invites_a_bot_to_a_table_for_people(bob: User, robbie: User, connected: None) -> None:
    acceptance.choose(bot=robbie, rules=Rules())
    table = open_for(bob, None, people_only=True)
    refused(lambda: invitations.invite(user=bob, table_id=table, name="robbie"), "no_programs")


def test_rules_name_games_and_paces_that_there_are(bob: User, robbie: User) -> None:
    refused(lambda: acceptance.choose(bot=robbie, rules=Rules(games=("chess",))), "unknown_game")
    for pace in ("fast", "300", "1+0", "300+99999", "99999999 a move"):
        refused(lambda pace=pace: acceptance.choose(bot=robbie, rules=Rules(clocks=(pace,))), "bad_clock")
    refused(lambda: acceptance.choose(bot=bob, rules=Rules()), "not_a_bot")
    acceptance.choose(bot=robbie, rules=Rules(clocks=("none", "86400 a move", "7+3")))
    assert acceptance.of(robbie) == Rules(clocks=("none", "86400 a move", "7+3"))
    acceptance.drop(bot=robbie)
    assert acceptance.of(robbie) is None


# -- smoke tables


def test_a_smoke_table_says_what_went_wrong(robbie: User, settings: LazySettings) -> None:
    program = Caller(robbie)
    table = program.post("/api/bot/smoke", {"game": "german-whist"})["table"]
    path = f"/api/tables/{table}"
    assert not selectors.summary(table).rated
    while not (now := program.get(path))["legal"]:
        play_house(table)
    impossible = next(card for card in ("7H", "8H", "9H", "TH", "JH", "2C", "3C") if card not in now["legal"])
    program.post(f"{path}/move/{impossible}")
    program.post(f"{path}/move/{now['legal'][0]}", {"seq": 3})
    program.post(f"{path}/move/{now['legal'][0]}", {"expected_seq": 0})
    found = program.get("/api/bot/smoke")["tables"][0]
    codes = [each["code"] for each in found["problems"]]
    assert codes[0] == "no_stream"
    assert {"malformed", "stale"} < set(codes)
    legal = next(each["text"] for each in found["problems"] if "Legal moves were:" in each["text"])
    assert now["legal"][0] in legal
    page = client_of(robbie).get("/settings/bots").content.decode()
    assert "Legal moves were:" in page


def test_that_time_passed_is_said_at_a_smoke_table(robbie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.log import sources

    table = smoke.open_smoke(bot=robbie, game="german-whist")
    while not selectors.view(table_id=table, user_id=robbie.pk).legal:
        play_house(table)
    later = sources.now_ms() + 120_000
    monkeypatch.setattr(sources, "now_ms", lambda: later)
    services.flag_overdue(table_id=table)
    (found,) = smoke.report(robbie)
    assert [each.code for each in found.problems] == ["time_passed", "no_stream"]


def test_bots_whose_programs_are_connected_are_listed_with_their_rules(robbie: User) -> None:
    assert acceptance.online(9) == []
    assert robbie.owner_id is not None
    presence.note_programs([robbie.pk, robbie.owner_id])
    assert acceptance.online(9) == [(robbie, None)]
    acceptance.choose(bot=robbie, rules=Rules(rated="casual"))
    assert acceptance.online(9) == [(robbie, Rules(rated="casual"))]
    assert Client().get("/api/bot/online").json()["bots"][0]["rules"]["rated"] == "casual"


def test_the_lowest_rating_that_is_accepted_is_not_above_the_highest(robbie: User) -> None:
    with pytest.raises(RoomError) as refused:
        acceptance.choose(bot=robbie, rules=Rules(least_rating=2_000, most_rating=100))
    assert (refused.value.code, getattr(refused.value, "field", None)) == ("bad_rating", "least_rating")


def test_smoke_tables_are_few_and_forgotten(robbie: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for _table in range(2):
        smoke.open_smoke(bot=robbie, game="gasp")
    refused(lambda: smoke.open_smoke(bot=robbie, game="gasp"), "too_many_smoke_tables", "too_many_bots_alone")
    refused(lambda: smoke.open_smoke(bot=bob, game="gasp"), "not_a_bot")
    monkeypatch.setattr(smoke, "KEPT", -1)
    smoke.forget_old()
    assert smoke.report(robbie) == ()


def test_problems_of_a_table_are_capped(robbie: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smoke, "MOST", 2)
    table = smoke.open_smoke(bot=robbie, game="german-whist")
    for _try in range(4):
        Caller(robbie).post(f"/api/tables/{table}/move/7H", {"wrong": 1})
    (found,) = smoke.report(robbie)
    assert [each.code for each in found.problems].count("malformed") == 2


def play_house(table: str) -> None:
    """The bot of the house makes its move."""
    from tournaments.tables import bots as house
    from tournaments.tables.streams import TABLES

    now = TABLES.current(table).state
    seat = now.bots_to_act[0]
    turn = house.choose(now, seat)
    services.play_bot(table_id=table, seq=now.seq, seat=seat, move=turn.move, command=turn.command)


# -- export and erasure


def test_what_is_kept_of_a_bot_is_exported(robbie: User, ann: User) -> None:
    versions.announce(bot=robbie, version="1.0")
    acceptance.choose(bot=robbie, rules=Rules(games=("gasp",)))
    smoke.open_smoke(bot=robbie, game="gasp")
    document = export.document(robbie).decode()
    assert '"owner":"ann"' in document
    assert '"version":"1.0"' in document
    assert '"games":["gasp"]' in document
    assert '"smoke_tables":[{' in document
    assert '"bots":[{"name":"robbie"' in export.document(ann).decode()


def test_a_bot_goes_with_its_owner_and_stays_with_them(robbie: User, ann: User) -> None:
    versions.announce(bot=robbie, version="1.0")
    acceptance.choose(bot=robbie, rules=Rules())
    smoke.open_smoke(bot=robbie, game="gasp")
    erasure.ask(user=ann)
    assert User.objects.filter(pk=robbie.pk, erasure_at__isnull=False).exists()
    robbie.refresh_from_db()
    assert not erasure.take_back(user=robbie), "nobody would answer for it"
    ann.refresh_from_db()
    erasure.take_back(user=ann)
    assert User.objects.filter(pk=robbie.pk, erasure_at=None).exists()
    erasure.ask(user=ann)
    User.objects.filter(pk__in=[ann.pk, robbie.pk]).update(erasure_at=ann.date_joined)
    assert people_erasure.erase(ann.pk)
    assert people_erasure.erase(robbie.pk)
    gone = User.objects.get(pk=robbie.pk)
    assert (gone.is_program, gone.owner, gone.username) == (True, None, f"Former player {gone.pk}")
    for rows in (BotVersion, BotRules, SmokeTable, BotRequest):
        assert not rows.objects.exists()


# -- the page


def test_the_page_asks_accepts_and_saves(ann: User) -> None:
    made = User.objects.create_user("robbie")
    own, owners = client_of(made), client_of(ann)
    wrong = own.post("/settings/bots/ask", {"owner": "nobody", "name": "robbie"})
    assert (wrong.status_code, "There is no such player." in wrong.content.decode()) == (422, True)
    own.post("/settings/bots/ask", {"owner": "ann", "name": "robbie"})
    assert "You have asked ann" in own.get("/settings/bots").content.decode()
    assert "robbie asks you" in owners.get("/settings/bots").content.decode()
    owners.post("/settings/bots/accept", {"account": "robbie"})
    page = own.get("/settings/bots").content.decode()
    assert "This account is a bot’s" in page
    own.post("/settings/bots/version", {"version": "3.1"})
    own.post("/settings/bots/rules", {"games": ["gasp"], "clocks": ["none"], "rated": "any", "opponents": "people"})
    made.refresh_from_db()
    assert acceptance.of(made) == Rules(games=("gasp",), clocks=("none",), opponents="people")
    assert "3.1" in own.get("/settings/bots").content.decode()
    assert own.post("/settings/bots/smoke", {"game": "gasp"})["Location"] == "/settings/bots"
    assert "Your program has no stream open" in own.get("/settings/bots").content.decode()
    own.post("/settings/bots/drop-rules")
    assert acceptance.of(made) is None


def test_a_program_moves_as_people_do_by_its_clock(bob: User, robbie: User) -> None:
    table = open_for(bob, robbie, clock=Clock(60))
    seen = selectors.view(table_id=table, user_id=robbie.pk)
    assert {seat.is_house for seat in seen.seats} == {False}
    assert len(seen.clocks) == 2
