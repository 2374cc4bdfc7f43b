"""The workers' part: once an hour, puzzles out of what people have played."""

from celery import shared_task

from tournaments.learning.puzzles import from_tables


@shared_task(name="learning.mine_puzzles")
def mine_puzzles() -> None:
    """May be delivered any number of times: what was found is not found again."""
    from_tables.mine()
