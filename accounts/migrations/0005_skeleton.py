from __future__ import annotations

from typing import Any

from django.db import migrations, models

import accounts.models
from accounts import naming


def fill(apps: Any, schema_editor: Any) -> None:
    """Of names that look alike the oldest has the skeleton; the others stay, without one."""
    users = apps.get_model("accounts", "User").objects
    seen: set[str] = set()
    batch = []
    for user in users.only("pk", "username").order_by("pk").iterator():
        skeleton = naming.skeleton(user.username)
        if skeleton not in seen:
            seen.add(skeleton)
            user.skeleton = skeleton
            batch.append(user)
        if len(batch) == 1_000:
            users.bulk_update(batch, ["skeleton"])
            batch = []
    users.bulk_update(batch, ["skeleton"])


def promote(apps: Any, schema_editor: Any) -> None:
    """A guest who has set a password is a guest no longer."""
    guests = apps.get_model("accounts", "User").objects.filter(is_guest=True)
    guests.exclude(password="").exclude(password__startswith="!").update(is_guest=False, origin="")


class Migration(migrations.Migration):
    """No two names look alike; no guest has a password."""

    dependencies = [("accounts", "0004_crowded")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="skeleton",
            field=models.TextField(null=True, editable=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(promote, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="skeleton",
            field=accounts.models.SkeletonField(default="", editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                fields=("skeleton",),
                name="accounts_user_skeleton_once",
                violation_error_message="That name looks like one that somebody has.",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("is_guest", False), ("password", ""), ("password__startswith", "!"), _connector="OR"),
                name="accounts_guests_have_no_password",
            ),
        ),
    ]
