"""The picture of the rooms."""

from tests import rooms


def test_the_picture_of_the_rooms_is_that_of_their_imports() -> None:
    """``python -m tests.rooms`` draws it again."""
    assert rooms.README.read_text(encoding="utf-8") == rooms.drawn()
