"""A private club with a word in every text of it that stands nowhere else, and the addresses that lead to it."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.utils import timezone
from msgspec import Struct

from accounts import privacy
from accounts.models import User
from tests.api.client import Answer, Caller
from tests.clubs.making import facts
from tests.factories import announced, concede, open_for, open_tables
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.log import sources
from tournaments.people import chat, places
from tournaments.people.models import Line
from tournaments.people.reviews import services as reviews
from tournaments.tables import frames

ADDRESS = "cellar-bar"
DAY = 86_400_000
MARK = "Zq"
"""How every planted word begins."""


class Planted(Struct, frozen=True):
    """*canaries*: what nobody outside may read, by what it is. *ways*: what to put into addresses and queries, by the
    name of the parameter."""

    canaries: Mapping[str, str]
    ways: Mapping[str, Sequence[str]]


class Garden:
    """Plants as the owner and a member, through the API."""

    def __init__(self, owner: User, member: User) -> None:
        self.owner, self.member = Caller(owner), Caller(member)
        self.words: dict[str, str] = {"address of mail": f"{MARK}mail@example.org".lower()}
        self.ids: dict[str, str] = {}
        self.open_study = ""

    def word(self, what: str) -> str:
        return self.words.setdefault(what, f"{MARK}{what.title().replace(' ', '')}")

    def made(self, what: str, answer: Answer, key: str = "id") -> str:
        assert answer.status in (200, 201), (what, answer)
        found: str = answer.body[key]
        self.ids[what] = found
        return found


def plant(owner: User, member: User, former: User, banned: User, removed: User) -> Planted:
    """A club of *owner* and *member*, which *former* has left and from which *banned* and *removed* were removed."""
    User.objects.update(date_joined=timezone.now() - timedelta(days=400))
    User.objects.filter(pk=member.pk).update(email=f"{MARK}mail@example.org".lower())
    garden = Garden(owner, member)
    club = _club(garden, [former, banned, removed])
    open_club = clubs.found(by=owner.pk, facts=facts(slug="open-house", name="Open House"))
    tournaments = [*_tournaments(garden, club), announced(owner.pk, [member.pk], name="Open Cup")]
    tables = [*_tables(garden, club), open_for(owner, member)]
    review = _review(garden)
    study, chapter = _study(garden, garden.ids["rated table"], "club", name=garden.word("name of a study"))
    nights, leagues = _nights(garden), _leagues(garden)
    _leave(garden, club, former, banned, removed)
    privacy.choose(user=removed, choices={"show_games": False})
    lines = [str(pk) for pk in Line.objects.values_list("pk", flat=True)]
    ways: dict[str, Sequence[str]] = {
        "tournament_id": tournaments,
        "table_id": tables,
        "review_id": [review],
        "study_id": [study, garden.open_study],
        "comment_id": [garden.ids["comment of the club study"]],
        "chapter_id": [chapter, garden.ids["chapter of the public study"]],
        "lines": lines,
        **nights,
        **leagues,
        "club": [ADDRESS, club, "open-house", open_club],
        "user": [str(member.pk)],
        "people": [member.username, owner.username],
        "pools": ["duck-soup", f"club:{club}:duck-soup", f"season:{garden.ids['season']}"],
    }
    return Planted({**garden.words, **{f"id of {what}": each for what, each in garden.ids.items()}}, ways)


def _club(garden: Garden, people: Sequence[User]) -> str:
    assert garden.owner.user
    assert garden.member.user
    given = facts(slug=ADDRESS, name=garden.word("name of the club"), join="open")
    club = clubs.found(by=garden.owner.user.pk, facts=given, description=garden.word("description"))
    garden.ids["club"] = club
    clubs.join(club_id=club, by=garden.member.user.pk)
    before = open_for(garden.owner.user, garden.member.user, club=club, rated=True)
    garden.ids["table of the days when the club was public"] = before
    concede(before)
    _study(garden, before, "public", name="For everybody")
    private = Edited(visibility="private", join="invitation")
    clubs.edit(club_id=club, by=garden.owner.user.pk, wanted=private)
    path = f"/api/clubs/{club}"
    until = sources.now_ms() + DAY
    link = garden.made("invitation", garden.owner.post(f"{path}/invitations", {"expires_at": until}), "token")
    for user in people:
        clubs.join(club_id="", by=user.pk, invitation=link)
    news = {"title": garden.word("news"), "text": garden.word("text of news")}
    assert garden.owner.post(f"{path}/news", news).status in (200, 201)
    assert garden.member.post(f"{path}/chat", {"text": garden.word("line of the club")}).status in (200, 201)
    return club


def _tournaments(garden: Garden, club: str) -> Iterator[str]:
    """One that is announced, one that runs, one that is over; each entered by the two."""
    for state in ("announced", "running", "finished"):
        plan = {
            "name": garden.word(f"{state} event"),
            "description": garden.word(f"about {state}"),
            "club": club,
            "game": "duck-soup",
            "options": {"length": "deal"},
            "format": "swiss",
            "rounds": 1,
            "round_minutes": 60,
            "starts_at": sources.now_ms() + 60_000,
        }
        made = garden.made(f"{state} event", garden.owner.post("/api/tournaments", plan))
        path = f"/api/tournaments/{made}"
        for caller in (garden.owner, garden.member):
            assert caller.post(f"{path}/join").status == 200
        assert garden.owner.post(f"{path}/messages", {"text": garden.word(f"message {state}")}).status in (200, 201)
        if state != "announced":
            assert garden.owner.post(f"{path}/start").status == 200
            garden.ids[f"table of the {state} event"] = open_tables(made)[0]
        if state == "finished":
            concede(open_tables(made)[0])
        yield made


def _tables(garden: Garden, club: str) -> Iterator[str]:
    """One that is played, one that is over and rated, one that goes on from that."""
    assert garden.owner.user
    assert garden.member.user
    for state in ("playing", "rated"):
        rated = state == "rated"
        table = open_for(garden.owner.user, garden.member.user, club=club, rated=rated)
        garden.ids[f"{state} table"] = table
        if not rated:
            text = {"text": garden.word("line at a table")}
            assert garden.member.post(f"/api/tables/{table}/chat", text).status in (200, 201)
        else:
            concede(table)
            asked = {"seq": frames.commits(table)[0][1].seq, "seats": ["me", None]}
            yield garden.made("table that goes on", garden.owner.post(f"/api/tables/{table}/play-on", asked))
        yield table


def _review(garden: Garden) -> str:
    """The members look at a game of theirs together, and talk about it."""
    assert garden.owner.user
    review = reviews.open_review(user=garden.owner.user, table_id=garden.ids["rated table"])
    chat.write(user=garden.owner.user, place=places.in_review(review), text=garden.word("line in a review"))
    return review


def _study(garden: Garden, table: str, reach: str, *, name: str) -> tuple[str, str]:
    """A chapter of a table of the club with words of the owner, for the club or for everybody."""
    answer = garden.owner.post("/api/studies", {"name": name})
    path = f"/api/studies/{answer['id']}"
    asked = {"title": garden.word(f"title in a {reach} study"), "source": f"/tables/{table}/replay"}
    chapter = garden.owner.post(f"{path}/chapters", asked)["chapters"][0]
    said = {"chapter": chapter["id"], "seq": chapter["seq"], "text": garden.word(f"comment in a {reach} study")}
    comment = garden.owner.post(f"{path}/comments", said)["chapters"][0]["comments"][0]
    garden.ids[f"comment of the {reach} study"] = comment["id"]
    garden.ids[f"chapter of the {reach} study"] = chapter["id"]
    given = {"reach": reach} | ({"club": garden.ids["club"]} if reach == "club" else {})
    assert garden.owner.post(f"{path}/edit", given).status == 200
    if reach == "club":
        garden.ids["study"] = answer["id"]
    else:
        garden.open_study = answer["id"]
    return answer["id"], chapter["id"]


def _nights(garden: Garden) -> dict[str, list[str]]:
    path = f"/api/clubs/{ADDRESS}"
    settings = {"name": garden.word("preset"), "game": "duck-soup", "format": "swiss", "round_minutes": 30}
    preset = garden.made("preset", garden.owner.post(f"{path}/presets", settings))
    day = (timezone.now() + timedelta(days=5)).date()
    rule = {"repeats": "weekly", "weekdays": ["TH"]}
    asked = {"title": garden.word("schedule"), "rule": rule, "at": "19:30", "from": str(date(day.year, day.month, 1))}
    schedule = garden.made("schedule", garden.owner.post(f"{path}/schedules", asked))
    by_hand = {"title": garden.word("night"), "date": str(day), "at": "15:00"}
    night = garden.made("night", garden.owner.post(f"{path}/nights", by_hand))
    assert garden.member.post(f"{path}/nights/{night}/attend", {"answer": "yes"}).status == 200
    return {"preset_id": [preset], "schedule_id": [schedule], "night_id": [night]}


def _leagues(garden: Garden) -> dict[str, list[str]]:
    path = f"/api/clubs/{ADDRESS}"
    opened = {"game": "duck-soup", "title": garden.word("ladder")}
    ladder = garden.made("ladder", garden.owner.post(f"{path}/ladders", opened))
    for caller in (garden.owner, garden.member):
        assert caller.post(f"{path}/ladders/{ladder}/join").status == 200
    asked = {"player": garden.owner.user.username if garden.owner.user else ""}
    challenge = garden.made("challenge", garden.member.post(f"{path}/ladders/{ladder}/challenges", asked))
    ruling: dict[str, Any] = {"text": garden.word("ruling of a ladder"), "challenge": challenge, "outcome": "void"}
    garden.owner.post(f"{path}/ladders/{ladder}/rule", ruling)
    today = timezone.now().date()
    season = {"game": "duck-soup", "title": garden.word("season"), "from": str(today), "to": str(today)}
    made = garden.made("season", garden.owner.post(f"{path}/seasons", season | {"pool": True}))
    return {"ladder_id": [ladder], "challenge_id": [challenge], "season_id": [made]}


def _leave(garden: Garden, club: str, former: User, banned: User, removed: User) -> None:
    assert garden.owner.user
    clubs.leave(club_id=club, by=former.pk)
    until = sources.now_ms() + 300 * DAY
    for user in (banned, removed):
        note = garden.word("note of a removal") if user == removed else "Yours."
        given: dict[str, Any] = {"cause": "conduct", "note": note, "ban_until": until}
        clubs.remove(club_id=club, by=garden.owner.user.pk, user_id=user.pk, **given)
