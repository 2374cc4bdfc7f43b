"""The workers' part. A message only says where to look; the database says what to do."""

from celery import shared_task

from tournaments.ratings import services


@shared_task(name=services.CORRECT)
def correct_due() -> None:
    """Tell the pools what rulings have made of rated tables; does nothing if nothing is due."""
    services.correct_due()
