"""A database from before the first release is refused in one sentence."""

import pytest
from django.core.management import CommandError, call_command

from tournaments.platform.database import execute


@pytest.mark.django_db
def test_a_database_from_before_the_first_release_is_not_migrated():
    execute("INSERT INTO django_migrations (app, name, applied) VALUES ('log', '0001_log', now())", {})
    with pytest.raises(CommandError, match=r"before 1\.0, which this one does not read"):
        call_command("migrate", interactive=False, verbosity=0)
