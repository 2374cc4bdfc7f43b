"""The pages of a review: a replay at the position of the one who leads, forms for those without a script."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import client_of, concede, open_for
from tests.markup import tight
from tournaments.people.models import Review, ReviewPerson
from tournaments.people.reviews import company, services
from tournaments.people.reviews.shown import Viewing

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(ann: User, ben: User) -> str:
    made = open_for(ann, ben)
    concede(made)
    return made


@pytest.fixture
def review(ann: User, ben: User, table: str) -> str:
    made = services.open_review(user=ann, table_id=table)
    services.join(user=ben, review_id=made)
    return made


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return tight(answer.content.decode())


def data(html: str, name: str) -> str:
    found = re.search(rf'data-{name}="([^"]*)"', html)
    assert found, name
    return found[1]


def test_a_replay_offers_it_to_those_with_an_account(as_ann: Client, table: str) -> None:
    assert "Look at it together" in page(as_ann, f"/tables/{table}/replay")
    assert "Look at it together" in page(as_ann, f"/tables/{table}")
    guest = client_of(User.objects.create(username="guest-1", is_guest=True))
    for client in (Client(), guest):
        assert "Look at it together" not in page(client, f"/tables/{table}/replay")


def test_it_is_opened_where_the_replay_stands_and_all_others_are_shown_that(
    as_ann: Client, as_ben: Client, table: str
) -> None:
    answer = as_ann.post(f"/tables/{table}/together", {"move": "2", "eyes": "seat=1&front=1"})
    where = answer.headers["Location"]
    assert re.fullmatch(r"/reviews/\w{10}", where)
    for client in (as_ann, as_ben, Client()):
        html = page(client, where)
        assert (data(html, "move"), data(html, "eyes")) == ("2", "seat=1")
    assert data(page(as_ann, where), "mode") == "lead"
    assert data(page(Client(), where), "mode") == "out"


def test_a_table_says_who_looks_at_it_again(as_ben: Client, review: str, table: str) -> None:
    assert f'hx-get="/tables/{table}/reviews"' in page(as_ben, f"/tables/{table}")
    said = page(as_ben, f"/tables/{table}/reviews")
    assert "ann looks at this game again." in said
    assert f'href="/reviews/{review}"' in said


def test_a_step_of_ones_own_is_not_that_of_the_leader(ann: User, as_ben: Client, review: str) -> None:
    services.step(user=ann, review_id=review, showing=Viewing(move=2, seat="0"))
    html = page(as_ben, f"/reviews/{review}?move=1&seat=all")
    assert (data(html, "mode"), data(html, "move"), data(html, "shown")) == ("alone", "1", "2")
    html = page(as_ben, f"/reviews/{review}")
    assert (data(html, "mode"), data(html, "move"), data(html, "eyes")) == ("follow", "2", "seat=0")
    assert "Show the present position" in html


def test_a_stranger_joins_as_a_guest(review: str) -> None:
    client = Client()
    answer = client.post(f"/reviews/{review}/join")
    assert answer.headers["Location"] == f"/reviews/{review}"
    assert data(page(client, f"/reviews/{review}"), "mode") == "follow"
    assert ReviewPerson.objects.filter(user__is_guest=True).count() == 1


def test_without_a_script_one_shows_and_marks_by_forms(as_ann: Client, as_ben: Client, review: str) -> None:
    as_ann.post(f"/reviews/{review}/step", {"move": "2", "eyes": "seat=0"})
    as_ann.post(f"/reviews/{review}/mark", {"card": "KS", "to": ""})
    for _twice in range(2):
        as_ann.post(f"/reviews/{review}/mark", {"card": "KS", "to": "AH"})
    html = page(as_ben, f"/reviews/{review}")
    assert "Marked:" in html
    assert "from King of Spades to Ace of Hearts" in html
    kept = Review.objects.get(pk=review).showing
    assert (kept["move"], kept["rings"], kept["arrows"]) == (2, ["KS"], [["KS", "AH"]])
    as_ann.post(f"/reviews/{review}/mark", {"card": "@2", "to": ""})
    assert "King of Spades; The place of seat 2" in page(as_ben, f"/reviews/{review}")
    as_ann.post(f"/reviews/{review}/mark", {"clear": "1"})
    assert Review.objects.get(pk=review).showing["rings"] == []


def test_the_lead_is_handed_over_and_ended_by_forms(
    ann: User, ben: User, as_ann: Client, as_ben: Client, review: str, table: str
) -> None:
    company.note({review: [ann.pk, ben.pk]})
    assert f'<option value="{ben.pk}">ben</option>' in page(as_ann, f"/reviews/{review}/company")
    as_ann.post(f"/reviews/{review}/hand", {"to": ben.pk})
    assert data(page(as_ben, f"/reviews/{review}"), "mode") == "lead"
    as_ben.post(f"/reviews/{review}/end")
    assert data(page(as_ben, f"/reviews/{review}"), "mode") == "lead"
    as_ann.post(f"/reviews/{review}/end")
    answer = as_ben.get(f"/reviews/{review}", follow=True)
    assert answer.redirect_chain == [(f"/tables/{table}/replay", 302)]
    assert "This review is over." in answer.content.decode()


@pytest.mark.parametrize(
    ("verb", "given", "status"),
    [
        ("step", {"move": "x"}, 422),
        ("step", {"move": "1" * 30}, 422),
        ("step", {"eyes": "seat=9"}, 422),
        ("step", {"eyes": "seat=²"}, 422),
        ("step", {"eyes": "front=-1"}, 422),
        ("step", {"eyes": "after=2&line=x"}, 422),
        ("step", {"eyes": "after=99999&line="}, 422),
        ("step", {"rings": "KS,<b>"}, 422),
        ("step", {"rings": "KS," * 5_000}, 422),
        ("step", {"arrows": "KS"}, 422),
        ("mark", {"card": "nothing"}, 422),
        ("hand", {"to": "²"}, 422),
        ("hand", {"to": "9" * 40}, 422),
        ("take", {}, None),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    as_ann: Client, review: str, verb: str, given: dict[str, str], status: int | None
) -> None:
    before = Review.objects.values().get(pk=review)
    answer = as_ann.post(f"/reviews/{review}/{verb}", given, headers={"X-Step": "1"})
    assert answer.status_code == (status or 204)
    assert (answer.content != b"") == (status is not None)
    assert as_ann.post(f"/reviews/{review}/{verb}", given).status_code == 302
    assert Review.objects.values().get(pk=review) == before


def test_all_see_the_same_whatever_their_own_seat(as_ann: Client, as_ben: Client, review: str) -> None:
    one, other = (client.get(f"/reviews/{review}/positions?seat=all") for client in (as_ann, as_ben))
    assert one.content == other.content
    replay = as_ben.get(f"/tables/{Review.objects.get(pk=review).table}/replay/positions?seat=all")
    assert replay.content != one.content  # there ben's own seat is at the bottom
    assert as_ann.get(f"/reviews/{review}/positions?seat=all").content == one.content


def test_who_looks_is_shown_to_those_who_joined_and_who_leaves_sees_it_no_more(as_ben: Client, review: str) -> None:
    cleo, other = User.objects.create_user("cleo"), client_of(User.objects.create_user("dora"))
    services.join(user=cleo, review_id=review)
    listed = '<span class="nm">cleo</span>'
    for path in (f"/reviews/{review}", f"/reviews/{review}/company"):
        assert listed in page(as_ben, path)
        for outside in (other, Client()):
            html = page(outside, path)
            assert listed not in html
            assert "Join to see who looks together." in html
    as_ben.post(f"/reviews/{review}/leave")
    html = page(as_ben, f"/reviews/{review}")
    assert (listed in html, data(html, "mode")) == (False, "out")


def test_the_chat_is_written_by_those_who_joined(as_ben: Client, review: str) -> None:
    as_ben.post(f"/reviews/{review}/chat", {"text": "Why not the nine?"})
    html = page(Client(), f"/reviews/{review}/chat")
    assert "Why not the nine?" in html
    other = client_of(User.objects.create_user("cleo"))
    assert "Those who have joined can write." in page(other, f"/reviews/{review}/chat")
