import pytest

from engine.events import Event, Private, Seat, Secret


class Bare(Event, frozen=True):
    kind = "test.bare"


class Drawn(Private, frozen=True):
    kind = "test.drawn"
    secret = ("card",)
    card: str | None
    pile: str


class Sealed(Secret, frozen=True):
    kind = "test.sealed"


def test_an_event_that_names_no_audience_is_shown_to_nobody():
    with pytest.raises(NotImplementedError, match="Bare names no audience"):
        Bare().seen_by(None)


@pytest.mark.parametrize("viewer", [None, Seat(0), Seat(2)])
def test_the_others_see_a_private_event_without_its_secret(viewer: Seat | None):
    event = Drawn(Seat(1), "AS", "stock")
    assert event.seen_by(viewer) == Drawn(Seat(1), None, "stock")
    assert event.seen_by(Seat(1)) is event


def test_nobody_sees_a_secret_event():
    event: Event = Sealed()
    assert event.seen_by(None) is None
    assert event.seen_by(Seat(0)) is None
