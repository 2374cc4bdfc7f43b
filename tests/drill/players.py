"""Bots that play one table behind the other: ``python -m tests.drill.players TABLES``."""

import sys
from itertools import cycle, islice

import django


def main(wanted: int) -> None:
    django.setup()
    from tournaments.config.demo import cast, showcase
    from tournaments.settlement.services import settle_table
    from tournaments.tables import catalogue, services

    quick = [bot.pk for bot in cast.bots() if bot.bot_level in catalogue.levels()[:2]]
    games = [game for game in catalogue.games() if game.sizes[0] == 2]
    for game in islice(cycle(games), wanted):
        seats = quick[: game.sizes[0]]
        table = services.open_table(game=game.key, options={}, seats=seats, clock=None, rated=True, opener=None)
        showcase.play_out(table)
        settle_table(table_id=table)


if __name__ == "__main__":
    main(int(sys.argv[1]))
