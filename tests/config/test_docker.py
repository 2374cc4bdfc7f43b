"""What can be checked of ``docker/`` without a Docker engine."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import yaml

from tournaments.config.supervisor.home import ROOT
from tournaments.config.supervisor.processes import BIN

DOCKER = ROOT / "docker"
UPSTREAMS = {
    "SITE_ADDRESS": "http://:8000",
    "BIND": "127.0.0.1",
    "STATIC_ROOT": "/static",
    "WEB": "web:8000",
    "STREAMS": "streams:8000",
}


def test_caddy_accepts_the_caddyfile() -> None:
    command = [str(BIN / "caddy"), "adapt", "--validate", "--config", str(DOCKER / "Caddyfile")]
    done = subprocess.run(command, env={**os.environ, **UPSTREAMS}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "not formatted" not in done.stderr


def test_what_of_the_static_files_the_proxy_serves_stands_in_the_image_and_comes_to_it() -> None:
    services = yaml.safe_load((DOCKER / "compose.yml").read_text())["services"]
    assert "STATIC_ROOT=/static " in (DOCKER / "Dockerfile").read_text().replace("\n", " ")
    assert services["migrate"]["command"][-1].endswith(" && cp -r /static/. /served/")
    assert "static:/served" in services["migrate"]["volumes"]
    assert f"static:{services['proxy']['environment']['STATIC_ROOT']}:ro" in services["proxy"]["volumes"]


def test_only_the_streams_themselves_go_to_their_process() -> None:
    """Not every path that ends so: a player may be called "stream"."""
    command = [str(BIN / "caddy"), "adapt", "--config", str(DOCKER / "Caddyfile")]
    done = subprocess.run(command, env={**os.environ, **UPSTREAMS}, capture_output=True, text=True, check=True)
    (server,) = json.loads(done.stdout)["apps"]["http"]["servers"].values()
    matched = [path for route in server["routes"] for one in route.get("match", ()) for path in one.get("path", ())]
    matched = [path for path in matched if path.endswith("stream")]
    of_one = {"/api/clubs/*/chat/stream", "/api/reviews/*/stream", "/api/tables/*/stream"}
    assert sorted(matched) == sorted(of_one | {"/api/stream", "/api/notices/stream", "/readyz/stream"})


def test_visitors_come_to_web_and_streams_and_nowhere_else_and_choose_no_request_id() -> None:
    command = [str(BIN / "caddy"), "adapt", "--config", str(DOCKER / "Caddyfile")]
    done = subprocess.run(command, env={**os.environ, **UPSTREAMS}, capture_output=True, text=True, check=True)
    upstreams = re.findall(r'"dial": ?"([^"]+)"', done.stdout)
    assert sorted(upstreams) == ["streams:8000", "web:8000"]
    assert done.stdout.count('"X-Request-Id":["{http.request.uuid}"]') == len(upstreams)
    metrics = yaml.safe_load((DOCKER / "compose.yml").read_text())["services"]["metrics"]
    assert "ports" not in metrics
    assert metrics["profiles"] == ["metrics"]


def test_the_image_copies_only_what_exists_and_runs_as_nobody_special() -> None:
    text = (DOCKER / "Dockerfile").read_text()
    lines = re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE)
    copied = [source for line in lines for source in line.split()[:-1]]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    allowed = re.findall(r"^!(\S+)", (DOCKER / "Dockerfile.dockerignore").read_text(), re.MULTILINE)
    assert set(copied) == set(allowed)
    assert re.findall(r"^USER (\S+)", text, re.MULTILINE)[-1] == "cardroom"


def test_what_the_image_is_made_of_has_a_version() -> None:
    for file in DOCKER.rglob("Dockerfile"):
        bases = re.findall(r"^ARG BASE=(\S+)$", file.read_text(), re.MULTILINE)
        assert len(bases) == 1
        assert re.fullmatch(r"[\w/-]+:[\w.-]+", bases[0])
        assert set(re.findall(r"^FROM (\S+)", file.read_text(), re.MULTILINE)) <= {"${BASE}", "packages"}


def test_secrets_are_made_once_and_never_in_the_repository(tmp_path: Path) -> None:
    for name in ("make", ".gitignore"):
        shutil.copy(DOCKER / "secrets" / name, tmp_path)
    said = make_secrets(tmp_path)
    made = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert len(said) == len(made) - 2
    password = made["valkey.conf"].removeprefix("requirepass ").strip()
    assert len(password) == 64
    assert made["redis_url"] == f"redis://:{password}@valkey:6379/0\n"
    assert made[".gitignore"].split() == ["*", "!.gitignore", "!make"]
    assert make_secrets(tmp_path) == []
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == made


def make_secrets(folder: Path) -> list[str]:
    """What it said of each that it made."""
    done = subprocess.run(["sh", str(folder / "make")], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
