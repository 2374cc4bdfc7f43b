"""What lets a stream leave is said to the nodes of Citus as well: they look at their own setting."""

from importlib import import_module

from django.db import migrations

FIRST = import_module("tournaments.log.migrations.0001_initial")
# Citus hands on SET LOCAL alone, and only if it is told to. Elsewhere the first setting means nothing.
LET_GO = """
CREATE FUNCTION log_let_go(_stream text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('citus.propagate_set_commands', 'local', true);
    EXECUTE format('SET LOCAL cardroom.archiving = %L', _stream);
END $$"""


def replaced(function: str) -> str:
    return function.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")


def on_nodes(function: str) -> str:
    for stream in ("_stream", "''"):
        function = function.replace(f"set_config('cardroom.archiving', {stream}, true)", f"log_let_go({stream})")
    return replaced(function)


class Migration(migrations.Migration):

    dependencies = [("log", "0001_initial")]

    operations = [
        migrations.RunSQL(LET_GO, "DROP FUNCTION log_let_go"),
        *(migrations.RunSQL(on_nodes(one), replaced(one)) for one in (FIRST.ARCHIVE, FIRST.BRING_BACK)),
    ]
