# ruff: noqa
# mypy: ignore-errors
from __future__ import annotations

import os
import random

import pytest
from django.test import Client
from playwright.sync_api import sync_playwright

from accounts.models import User
from tests.factories import gather, open_tables, started
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tsel
from tournaments.tables import services as ts

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = [
    "Lindiwe",
    "Rafael",
    "Hana",
    "Marta",
    "Rosalind",
    "Ye-jin",
    "Kofi",
    "Tobias",
    "Nadia",
    "Iker",
    "Pell",
    "Bea",
    "Anselm",
    "Oswin",
    "Wen",
    "Agnieszka",
]


def win(table, rng):
    gather(table)
    seats = tsel.summary(table).seats
    loser = rng.choice(seats)
    ts.resign(table_id=table, user_id=loser)
    settle_table(table_id=table)


SHOTS = os.environ.get("SHOTS", "/tmp/shots")


def shoot(live_server, user, paths, sizes=((1280, 900), (390, 844)), schemes=("light", "dark")):
    c = Client()
    c.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    sid = c.cookies["sessionid"].value
    with sync_playwright() as p:
        b = p.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        for w, h in sizes:
            for scheme in schemes:
                ctx = b.new_context(viewport={"width": w, "height": h}, color_scheme=scheme, reduced_motion="reduce")
                ctx.add_cookies([{"name": "sessionid", "value": sid, "url": live_server.url}])
                pg = ctx.new_page()
                pg.on("console", lambda m: print("CONSOLE", m.text) if m.type in ("error", "warning") else None)
                for name, path in paths.items():
                    pg.goto(live_server.url + path)
                    pg.wait_for_load_state()
                    pg.screenshot(path=f"{SHOTS}/{name}-{w}-{scheme}.png", full_page=True)
                    sw = pg.evaluate("document.documentElement.scrollWidth")
                    if sw > w:
                        print("WIDE", name, w, sw)
                ctx.close()
        b.close()


def test_shots(live_server, organiser):
    rng = random.Random(5)
    users = [User.objects.create_user(n) for n in NAMES]
    single = started(organiser.pk, [u.pk for u in users[:13]], format="knock-out", name="Advent knock-out")
    for _ in range(7):
        win(rng.choice(open_tables(single)), rng)
    double = started(organiser.pk, [u.pk for u in users[:13]], format="double-elimination", name="Advent double")
    for _ in range(13):
        win(rng.choice(open_tables(double)), rng)
    for t in open_tables(double)[:2]:
        gather(t)
    for t in open_tables(single)[:1]:
        gather(t)
    me = users[0]
    for t in (single, double):
        pass
    shoot(
        live_server,
        me,
        {
            "single": f"/tournaments/{single}/bracket",
            "double": f"/tournaments/{double}/bracket",
            "over": f"/tournaments/{single}",
            "places": f"/tournaments/{double}/standings",
            "small": f"/tournaments/{double}/bracket?as_of=30",
        },
    )
