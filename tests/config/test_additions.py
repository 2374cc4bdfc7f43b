"""Migrations behind the first version only add: while they run, and until the last process is new, the release before
them works on. What a release has stopped using goes with the next one; its migration says since when:

    class Migration(migrations.Migration):
        unused_since = "1.3"   # that release neither reads nor writes it
"""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Iterator
from functools import cache
from typing import Any

import pgtrigger.migrations
import pytest
from django.db import migrations, models
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from packaging.version import Version

from tests.config.backup.recording import VERSIONS

OURS = ("accounts", "clubs", "director", "leagues", "log", "notices", "people", "ratings", "tables")
HARMLESS = (
    operations.CreateModel,
    operations.AddIndex,
    operations.RemoveIndex,
    operations.RenameIndex,
    operations.RemoveConstraint,
    operations.AlterModelOptions,
    operations.AlterModelManagers,
    operations.AlterModelTableComment,
    operations.RunPython,
    pgtrigger.migrations.AddTrigger,
    pgtrigger.migrations.RemoveTrigger,
)
TAKES_AWAY = re.compile(
    r"\b(DROP\s+(TABLE|COLUMN|SCHEMA|FUNCTION|SEQUENCE|VIEW)|RENAME|TRUNCATE|SET\s+NOT\s+NULL|ALTER\s+COLUMN\s+\S+\s+TYPE)\b",
    re.IGNORECASE,
)


def complaints(operation: Operation, app: str, before: ProjectState, made: set[str]) -> Iterator[str]:
    """What the release before would notice. *made*: models, and fields as ``model.field``, of the same migration, which
    it does not know."""
    model = getattr(operation, "model_name", "").lower()
    if isinstance(operation, operations.SeparateDatabaseAndState):
        for one in operation.database_operations:
            yield from complaints(one, app, before, made)
    elif isinstance(operation, operations.RunSQL):
        if TAKES_AWAY.search(str(operation.sql)):
            yield "its SQL takes something away"
    elif isinstance(operation, operations.AddField):
        if model not in made and not may_be_left_out(operation.field):
            yield f"{model}.{operation.name} must be null or have a db_default: older processes write rows without it"
    elif isinstance(operation, operations.AlterField):
        old = before.models[app, model].fields[operation.name]
        yield from (f"{model}.{operation.name} {why}" for why in narrower(old, operation.field) if model not in made)
    elif isinstance(operation, operations.AddConstraint) and is_met_without(operation.constraint, model, made):
        return
    elif not isinstance(operation, HARMLESS) and model not in made:
        yield f"{operation.describe()}: the release before may not bear it"


def may_be_left_out(field: models.Field[Any, Any]) -> bool:
    return field.null or field.many_to_many is True or field.db_default is not models.NOT_PROVIDED


def is_met_without(constraint: models.BaseConstraint, model: str, made: set[str]) -> bool:
    """Whether it is a check that every row meets in which a field is null that older processes do not write."""
    if not isinstance(constraint, models.CheckConstraint) or not isinstance(constraint.condition, models.Q):
        return False
    condition = constraint.condition
    empty = {child[0] for child in condition.children if isinstance(child, tuple) and child[1] is None}
    return condition.connector == models.Q.OR and any(f"{model}.{field}" in made for field in empty)


def narrower(old: models.Field[Any, Any], new: models.Field[Any, Any]) -> Iterator[str]:
    if old.get_internal_type() != new.get_internal_type():
        yield "becomes another type"
    if old.null and not new.null:
        yield "may no longer be null"
    if new.unique and not old.unique:
        yield "becomes unique"
    if new.max_length is not None and (old.max_length is None or new.max_length < old.max_length):
        yield "becomes shorter"


@cache
def loader() -> MigrationLoader:
    return MigrationLoader(None)


@cache
def kept() -> dict[str, dict[str, str]]:
    """The last migration of each app, by version."""
    found = {}
    for path in VERSIONS.glob("*.tar"):
        with tarfile.open(path) as tar:
            member = tar.extractfile("manifest.json")
            assert member is not None
            found[path.stem] = json.load(member)["migrations"]
    return found


def later() -> list[tuple[str, str]]:
    """Ours, in their order, that the first version did not have."""
    first, graph = min(kept().items(), key=lambda one: Version(one[0]))[1], loader().graph
    had = {node for leaf in first.items() if leaf in graph.nodes for node in graph.forwards_plan(leaf)}
    plan = [node for leaf in sorted(graph.leaf_nodes()) for node in graph.forwards_plan(leaf)]
    return [node for node in dict.fromkeys(plan) if node not in had and node[0] in OURS]


def faults(node: tuple[str, str]) -> list[str]:
    migration = loader().graph.nodes[node]
    state = loader().project_state([parent.key for parent in loader().graph.node_map[node].parents])
    made: set[str] = set()
    found: list[str] = []
    for operation in migration.operations:
        found += complaints(operation, node[0], state, made)
        if isinstance(operation, operations.CreateModel):
            made.add(operation.name_lower)
        elif isinstance(operation, operations.AddField):
            made.add(f"{operation.model_name_lower}.{operation.name}")
        operation.state_forwards(node[0], state)
    return found


def test_later_migrations_only_add() -> None:
    found = {node: faults(node) for node in later() if not hasattr(loader().graph.nodes[node], "unused_since")}
    assert {node: said for node, said in found.items() if said} == {}


def test_what_goes_was_unused_in_a_version_that_was_out() -> None:
    named = {node: getattr(loader().graph.nodes[node], "unused_since", None) for node in later()}
    assert {node: version for node, version in named.items() if version is not None and version not in kept()} == {}


def test_no_migration_of_a_version_is_gone() -> None:
    """Its databases say that they had them."""
    there = set(loader().graph.nodes)
    assert {leaf for leaves in kept().values() for leaf in leaves.items() if leaf[0] in OURS} <= there


def check(*either: tuple[str, str | None]) -> models.CheckConstraint:
    first, second = (models.Q(one) for one in either)
    return models.CheckConstraint(condition=first | second, name="c")


@pytest.mark.parametrize(
    ("operation", "complaint"),
    [
        (operations.RemoveField("thing", "name"), "may not bear it"),
        (operations.RenameField("thing", "name", "title"), "may not bear it"),
        (operations.DeleteModel("Thing"), "may not bear it"),
        (operations.RunSQL("ALTER TABLE t DROP COLUMN c"), "takes something away"),
        (operations.RunSQL("DROP FUNCTION log_append"), "takes something away"),
        (operations.RunSQL("ALTER TABLE t ALTER COLUMN c TYPE int"), "takes something away"),
        (operations.SeparateDatabaseAndState([operations.DeleteModel("Thing")]), "may not bear it"),
        (operations.AddField("thing", "size", models.IntegerField(default=0)), "db_default"),
        (operations.AddField("thing", "size", models.IntegerField(db_default=0)), None),
        (operations.AddField("thing", "size", models.IntegerField(null=True)), None),
        (operations.AlterField("thing", "name", models.CharField(max_length=5, null=True)), "shorter"),
        (operations.AlterField("thing", "name", models.CharField(max_length=10)), "no longer be null"),
        (operations.AlterField("thing", "name", models.CharField(max_length=10, null=True, unique=True)), "unique"),
        (operations.AlterField("thing", "name", models.TextField(null=True)), "another type"),
        (operations.AlterField("thing", "name", models.CharField(max_length=20, null=True)), None),
        (operations.AddConstraint("thing", models.UniqueConstraint(fields=["name"], name="u")), "may not bear it"),
        (operations.AddConstraint("thing", check(("new", None), ("name", "new"))), None),
        (operations.AddConstraint("thing", check(("name", None), ("name", "new"))), "may not bear it"),
        (operations.RunSQL("CREATE INDEX i ON t (c)"), None),
    ],
)
def test_the_law_bites(operation: migrations.operations.base.Operation, complaint: str | None) -> None:
    state = ProjectState()
    name = models.CharField(max_length=10, null=True)
    operations.CreateModel("Thing", [("id", models.BigAutoField(primary_key=True)), ("name", name)]).state_forwards(
        "tables", state
    )
    found = list(complaints(operation, "tables", state, {"thing.new"}))
    assert len(found) == bool(complaint)
    assert (complaint or "") in "".join(found)
