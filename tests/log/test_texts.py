"""What people wrote is kept apart from the events, and can be erased."""

import pytest
from django.core.management import CommandError

from accounts.models import User
from tests.commands import printed
from tournaments.log import texts

pytestmark = pytest.mark.django_db


def erase(*args: str, **given: str) -> str:
    return printed("erase", *args, **given).strip()


def test_a_text_is_erased_by_its_id_and_stays_erased(people: list[User]):
    ann = people[0]
    texts.keep("one", author=ann.pk, body="Words")
    texts.keep("one", author=ann.pk, body="Other words")
    assert texts.read(["one", "two"]) == {"one": "Words"}
    assert erase("one") == "Erased 1 text."
    texts.keep("one", author=ann.pk, body="Words")
    assert texts.read(["one"]) == {}
    with pytest.raises(CommandError):
        erase("one")


def test_all_that_one_user_wrote_is_erased(people: list[User]):
    ann, ben = people[:2]
    for number, author in enumerate((ann, ann, ben)):
        texts.keep(f"text{number}", author=author.pk, body="Words")
    assert erase(author=ann.username) == "Erased 2 texts."
    assert list(texts.read(["text0", "text1", "text2"])) == ["text2"]
    for wrong in ({"author": "nobody"}, {}):
        with pytest.raises(CommandError):
            erase(**wrong)


def test_a_text_goes_with_its_authors_account(people: list[User]):
    ann = people[0]
    texts.keep("one", author=ann.pk, body="Words")
    ann.delete()
    assert texts.read(["one"]) == {}
