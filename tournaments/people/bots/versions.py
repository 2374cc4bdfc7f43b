"""Which version of a bot plays."""

from accounts import bots
from accounts.models import User
from tournaments.people.bots.acceptance import check_bot
from tournaments.platform import limits


def announce(*, bot: User, version: str) -> None:
    """*version* plays for *bot* from now on; raises :class:`BadVersion`."""
    limits.count("bots", user=bot.pk)
    check_bot(bot)
    bots.announce(bot=bot, version=version)
