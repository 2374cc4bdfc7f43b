"""What can be checked of ``docker/`` without a Docker engine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess

import pytest
import yaml

from tournaments.config.supervisor.home import ROOT
from tournaments.config.supervisor.processes import BIN

DOCKER = ROOT / "docker"
UPSTREAMS = {"SITE_ADDRESS": "http://:8000", "BIND": "127.0.0.1", "WEB": "web:8000", "STREAMS": "streams:8000"}


def test_caddy_accepts_the_caddyfile() -> None:
    command = [str(BIN / "caddy"), "adapt", "--validate", "--config", str(DOCKER / "Caddyfile")]
    done = subprocess.run(command, env={**os.environ, **UPSTREAMS}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "not formatted" not in done.stderr


def test_only_the_streams_themselves_go_to_their_process() -> None:
    """Not every path that ends so: a player may be called "stream"."""
    command = [str(BIN / "caddy"), "adapt", "--config", str(DOCKER / "Caddyfile")]
    done = subprocess.run(command, env={**os.environ, **UPSTREAMS}, capture_output=True, text=True, check=True)
    (server,) = json.loads(done.stdout)["apps"]["http"]["servers"].values()
    matched = [path for route in server["routes"] for one in route.get("match", ()) for path in one.get("path", ())]
    streams = ["/api/clubs/*/chat/stream", "/api/notices/stream", "/api/tables/*/stream", "/readyz/stream"]
    assert sorted(matched) == streams


def test_visitors_come_to_web_and_streams_and_nowhere_else_and_choose_no_request_id() -> None:
    command = [str(BIN / "caddy"), "adapt", "--config", str(DOCKER / "Caddyfile")]
    done = subprocess.run(command, env={**os.environ, **UPSTREAMS}, capture_output=True, text=True, check=True)
    upstreams = re.findall(r'"dial": ?"([^"]+)"', done.stdout)
    assert sorted(upstreams) == ["streams:8000", "web:8000"]
    assert done.stdout.count('"X-Request-Id":["{http.request.uuid}"]') == len(upstreams)
    metrics = yaml.safe_load((DOCKER / "compose.yml").read_text())["services"]["metrics"]
    assert "ports" not in metrics
    assert metrics["profiles"] == ["metrics"]


def test_every_log_has_an_end() -> None:
    services = yaml.safe_load((DOCKER / "compose.yml").read_text())["services"]
    assert {name for name, service in services.items() if "max-size" not in service["logging"]["options"]} == set()


def test_compose_reads_its_file_and_insists_on_secrets() -> None:
    if (
        shutil.which("docker") is None
        or subprocess.run(["docker", "compose", "version"], capture_output=True).returncode
    ):
        pytest.skip("docker compose is missing: see docs.docker.com, or apt-get install docker-compose")
    command = ["docker", "compose", "-f", str(DOCKER / "compose.yml"), "config", "--quiet"]
    given = {**os.environ, "SECRET_KEY": "x", "POSTGRES_PASSWORD": "x"}
    done = subprocess.run(command, env=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    del given["SECRET_KEY"]
    assert "set it in docker/.env" in subprocess.run(command, env=given, capture_output=True, text=True).stderr


def test_the_image_copies_only_what_exists_and_runs_as_nobody_special() -> None:
    text = (DOCKER / "Dockerfile").read_text()
    copied = re.findall(r"^COPY (?!--from)(\S+)", text, re.MULTILINE)
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    allowed = re.findall(r"^!(\S+)", (DOCKER / "Dockerfile.dockerignore").read_text(), re.MULTILINE)
    assert set(copied) == set(allowed)
    assert re.findall(r"^USER (\S+)", text, re.MULTILINE)[-1] == "cardroom"
