from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tournaments.tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import holdings
        from accounts.privacy import ACQUAINTANCES
        from accounts.renaming import RENAMED
        from tournaments.kit import visibility
        from tournaments.log.projections import register
        from tournaments.tables import clubs, films, notes, saved_searches, vacations
        from tournaments.tables.streams import ROWS

        register(ROWS)
        visibility.CHECKS.register("table_id", clubs.check_seen)
        ACQUAINTANCES.register("tables", clubs.sat_with)
        holdings.register(vacations.HOLDING)
        holdings.register(saved_searches.HOLDING)
        holdings.register(notes.HOLDING)
        holdings.register(films.HOLDING)
        RENAMED.register("films", films.forget)
