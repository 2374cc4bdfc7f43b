"""``/api/bot``: accounts of bots, their owners, versions and rules, and tables to try them at."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from accounts import bots
from accounts.models import BotVersion, User
from tournaments.kit.endpoints import Endpoint, Own, operation
from tournaments.kit.operations import Done
from tournaments.people.bots import acceptance, smoke, versions, wishes
from tournaments.people.bots.acceptance import Rules
from tournaments.people.bots.smoke import Smoke
from tournaments.people.bots.wishes import Owned

MOST: Final = 200
Name = Annotated[str, Meta(max_length=150)]


class Version(Struct, frozen=True):
    """A version of a bot. `since` is epoch milliseconds."""

    version: str
    since: int


class BotAccount(Struct, frozen=True, kw_only=True):
    """Your account, as far as it is a bot's, or would be."""

    name: str
    is_bot: bool
    owner: Annotated[str | None, Meta(description="Who answers for it.")]
    asked: Annotated[str | None, Meta(description="The player whom you asked to be its owner, until they answer.")]
    versions: Annotated[tuple[Version, ...], Meta(description="The last one first.")]
    rules: Annotated[Rules | None, Meta(description="Null: its program answers invitations.")]


class Upgrade(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose bot you would be."""

    owner: Annotated[Name, Meta(description="Another account, which has to agree.")]
    name: Annotated[Name, Meta(description="Your own name, so that nobody does it by accident.")]


class NamedAccount(Struct, frozen=True, forbid_unknown_fields=True):
    account: Annotated[Name, Meta(description="The name of the account that asks you.")]


class NewVersion(Struct, frozen=True, forbid_unknown_fields=True):
    version: Annotated[str, Meta(min_length=1, max_length=bots.LONGEST, examples=["2.1 deep"])]


class OnlineBot(Struct, frozen=True):
    """A bot whose program is connected."""

    name: str
    rules: Annotated[Rules | None, Meta(description="Which invitations it accepts; null: its program answers each.")]


class OnlineBots(Struct, frozen=True):
    """By name."""

    bots: tuple[OnlineBot, ...]


class SmokeTest(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=40, description="The key of a game.")]


class SmokeTables(Struct, frozen=True):
    """Your smoke tables of the last week, the latest first."""

    tables: tuple[Smoke, ...]


class SmokeTable(Struct, frozen=True):
    """The smoke table that was opened."""

    table: str


@operation("GET bot/account", "getBotAccount", needs="bot:play", tag="bots", refusals={401})
def get_bot_account(caller: Own) -> BotAccount:
    """Get your account as far as it is a bot's."""
    return described(caller.user)


@operation("POST bot/account/upgrade", "upgradeToBot", needs="bot:play", tag="bots", scope="bots")
def upgrade_to_bot(caller: Own, *, body: Upgrade, command: str | None) -> BotAccount:
    """Ask to make your account a bot's. It cannot be undone once the owner has agreed.

    Only an account that has never sat at a table can, and that is in no club and no tournament.
    """
    wishes.ask(user=caller.user, owner=body.owner, name=body.name)
    return described(caller.user)


@operation("POST bot/account/withdraw", "withdrawUpgrade", needs="bot:play", tag="bots", scope="bots")
def withdraw_upgrade(caller: Own, *, command: str | None) -> BotAccount:
    """Take the request back, while the owner has not agreed."""
    wishes.take_back(user=caller.user)
    return described(caller.user)


@operation("GET bot/online", "listOnlineBots", needs="public", tag="bots")
def list_online_bots(caller: Endpoint) -> OnlineBots:
    """List the bots of others whose programs are connected now, with what they accept: at most 200."""
    return OnlineBots(tuple(OnlineBot(bot.username, rules) for bot, rules in acceptance.online(MOST)))


@operation("GET bot/owned", "listOwnedBots", needs="account:read", tag="bots", refusals={401})
def list_owned_bots(caller: Own) -> Owned:
    """List the bots that you answer for, and the accounts that ask you to."""
    return wishes.owned(caller.user)


@operation("POST bot/owned/accept", "acceptBot", needs="session", tag="bots", scope="bots")
def accept_bot(caller: Own, *, body: NamedAccount, command: str | None) -> Owned:
    """Answer for an account: it is a bot's from now on, for good. Not by a token: log in for that."""
    wishes.accept(owner=caller.user, name=body.account)
    return wishes.owned(caller.user)


@operation("POST bot/owned/decline", "declineBot", needs="account:write", tag="bots", scope="bots")
def decline_bot(caller: Own, *, body: NamedAccount, command: str | None) -> Owned:
    """Do not answer for an account: it stays a person's."""
    wishes.decline(owner=caller.user, name=body.account)
    return wishes.owned(caller.user)


@operation("POST bot/version", "announceVersion", needs="bot:play", tag="bots", scope="bots")
def announce_version(caller: Own, *, body: NewVersion, command: str | None) -> BotAccount:
    """Say which version of your bot plays from now on. The one that plays already changes nothing."""
    versions.announce(bot=caller.user, version=body.version)
    return described(caller.user)


@operation("POST bot/rules", "chooseBotRules", needs="bot:play", tag="bots", scope="bots")
def choose_bot_rules(caller: Own, *, body: Rules, command: str | None) -> BotAccount:
    """Have invitations to tables answered by rules: your bot sits down at once, or declines.

    What you leave out is as it says here, whatever it was before.
    """
    acceptance.choose(bot=caller.user, rules=body)
    return described(caller.user)


@operation("POST bot/rules/drop", "dropBotRules", needs="bot:play", tag="bots", scope="bots")
def drop_bot_rules(caller: Own, *, command: str | None) -> Done:
    """Answer invitations yourself again."""
    acceptance.drop(bot=caller.user)
    return Done()


@operation("POST bot/smoke", "openSmokeTable", needs="bot:play", tag="bots", status=201, scope="bots")
def open_smoke_table(caller: Own, *, body: SmokeTest, command: str | None) -> SmokeTable:
    """Open a table at which your bot plays alone with the service's bots, unrated, with half a minute for a move."""
    table = smoke.open_smoke(bot=caller.user, game=body.game, command=command)
    caller.headers["Location"] = f"/api/tables/{table}"
    return SmokeTable(table)


@operation("GET bot/smoke", "listSmokeTables", needs="bot:play", tag="bots", refusals={401})
def list_smoke_tables(caller: Own) -> SmokeTables:
    """List your smoke tables, and in words what went wrong there. They are forgotten after a week."""
    return SmokeTables(smoke.report(caller.user))


def described(user: User) -> BotAccount:
    asked = bots.asked_by(user)
    return BotAccount(
        name=user.username,
        is_bot=user.is_program,
        owner=user.owner.username if user.owner else None,
        asked=asked.username if asked else None,
        versions=tuple(map(version, bots.versions(user))),
        rules=acceptance.of(user),
    )


def version(row: BotVersion) -> Version:
    return Version(row.name, row.since)
