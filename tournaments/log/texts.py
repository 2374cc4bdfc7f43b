"""What people write in their own words: kept apart from the events, which never change, so that it can be erased."""

from collections.abc import Iterable, Iterator

from tournaments.log import sources
from tournaments.log.models import Text

LONGEST = 1_000


def keep(text_id: str, *, author: int, body: str) -> None:
    """Keep *body* under an id that an event names; a second time it changes nothing."""
    Text.objects.get_or_create(pk=text_id, defaults={"author_id": author, "body": body})


def read(ids: Iterable[str]) -> dict[str, str]:
    """The texts that are there; erased ones, and those of closed accounts, are left out."""
    return dict(Text.objects.filter(pk__in=list(ids), erased_at__isnull=True).values_list("pk", "body"))


def is_erased(text_id: str) -> bool:
    return Text.objects.filter(pk=text_id, erased_at__isnull=False).exists()


def erase(text_id: str) -> bool:
    """Erase one text; whether there was one to erase."""
    rows = Text.objects.filter(pk=text_id, erased_at__isnull=True)
    return rows.update(body="", erased_at=sources.now_ms()) > 0


def erase_of(author: int) -> int:
    """Erase everything that a user wrote; how many texts that were."""
    rows = Text.objects.filter(author=author, erased_at__isnull=True)
    return rows.update(body="", erased_at=sources.now_ms())


def written_by(author: int) -> Iterator[tuple[str, str]]:
    """What somebody wrote and has not erased, by its id."""
    rows = Text.objects.filter(author=author, erased_at__isnull=True).order_by("pk")
    yield from rows.values_list("pk", "body").iterator()
