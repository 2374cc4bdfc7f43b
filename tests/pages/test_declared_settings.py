"""A setting that is declared is asked, refused, shown and told without further code."""

from typing import Annotated, Any, Literal, get_args

import msgspec
import pytest
from django.test import Client

from tests.factories import plan
from tests.pages.forms import FORM
from tournaments.director import selectors
from tournaments.director.errors import Refused
from tournaments.director.state.announced import DECLARED
from tournaments.director.state.setting import Asked, Declared, Setting, declared, sections
from tournaments.director.state.settings import check
from tournaments.director.web.setting_fields import ASKED

KINDS = {"advance": {"game": "gasp", "format": "pod-knock-out"}, "groups": {"format": "round-robin"}}
"""Where a setting means something, if not in a Swiss."""
NUMBERS = [each for each in DECLARED.values() if each.is_number]


class Small(msgspec.Struct, kw_only=True):
    plain: str = ""
    first: Annotated[int | None, Setting("First", between=(1, 9))] = None
    second: Annotated[bool, Setting("Second", opens="More")] = True
    third: Annotated[tuple[str, ...], Asked(("left", "right"))] = ()
    fourth: Annotated[Literal["a", "b"], Setting(opens="Most")] = "b"


def other(each: Declared) -> Any:
    """A value that is not the usual one."""
    if each.type is bool:
        return not each.default
    if each.setting.between:
        return next(value for value in each.setting.between if value not in (each.default, 0))
    return next(value for value in get_args(each.type) if value != each.default)


def test_what_is_declared_is_read_from_the_fields_and_their_order() -> None:
    found = declared(Small)
    assert {name: (each.type, each.default, each.is_number) for name, each in found.items()} == {
        "first": (int | None, None, True),
        "second": (bool, True, False),
        "fourth": (Literal["a", "b"], "b", False),
    }
    assert sections(Small) == {"": ["plain", "first"], "More": ["second", "left", "right"], "Most": ["fourth"]}


@pytest.mark.parametrize("each", NUMBERS, ids=lambda each: each.name)
def test_a_number_past_its_limits_is_refused_by_its_name(each: Declared) -> None:
    assert each.setting.between
    for value in (each.setting.between[0] - 1, each.setting.between[1] + 1):
        with pytest.raises(Refused) as refused:
            check(plan(**{each.name: value}))
        assert (refused.value.code, refused.value.field) == (f"bad_{each.name}", each.name)


@pytest.mark.django_db
@pytest.mark.usefixtures("open_to_all")
@pytest.mark.parametrize("each", ASKED.values(), ids=lambda each: each.name)
def test_what_the_form_asks_is_announced_and_the_api_answers_it(as_ann: Client, each: Declared) -> None:
    value = other(each)
    given = {True: "on", False: ""}[value] if each.type is bool else value
    made = as_ann.post("/tournaments/new", FORM | KINDS.get(each.name, {}) | {each.name: given})
    tournament = made.headers["Location"].rpartition("/")[2]
    assert getattr(selectors.detail(tournament).settings, each.name) == value
    if each.name != "rounds":  # of those it answers how many there will be
        assert as_ann.get(f"/api/tournaments/{tournament}").json()[each.name] == value
