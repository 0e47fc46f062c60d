"""The files of the container and of the composition. The tests read these files and do not run them, because not every
machine has a container engine."""

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def composition() -> dict:
    return YAML(typ="safe").load((ROOT / "docker-compose.yml").read_text())


def test_every_service_is_watched_and_every_datum_has_a_volume(composition):
    assert set(composition["services"]) == {"web", "proxy", "database"}
    for service in composition["services"].values():
        assert service["healthcheck"]["test"]
        assert service["restart"] == "unless-stopped"
    mounted = {volume.split(":")[0] for service in composition["services"].values() for volume in service["volumes"]}
    assert mounted - {"./deploy/Caddyfile"} == set(composition["volumes"])
    assert set(composition["volumes"]) == {"data", "postgresql", "certificates", "proxy"}


def test_only_the_proxy_is_reached_from_outside_and_it_is_believed(composition):
    open_to_all = {name for name, service in composition["services"].items() if "ports" in service}
    assert open_to_all == {"proxy"}
    assert composition["networks"]["inside"]["internal"] is True
    subnet = composition["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert composition["services"]["web"]["environment"]["TRUSTED_PROXIES"] == subnet
    assert composition["services"]["web"]["environment"]["HTTPS"] == "yes"
    caddy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert "request_buffers 64MiB" in caddy and "read_body 60s" in caddy


def test_a_federation_has_two_web_servers_and_a_standby_behind_poolers_of_transactions():
    whole = YAML(typ="safe").load((ROOT / "docker-compose.federation.yml").read_text())
    assert set(whole["services"]) == {"web", "web-two", "proxy", "database", "standby", "pooler", "standby-pooler"}
    address = whole["services"]["web"]["environment"]["DATABASE_URL"]
    assert address == "postgres://arbitrage@pooler:6432,standby-pooler:6432/arbitrage"
    assert "synchronous_standby_names='*'" in whole["services"]["database"]["command"]
    pooler = (ROOT / "deploy" / "pooler.sh").read_text()
    assert "pool_mode = transaction" in pooler
    assert "query_wait_timeout = 5\n" in pooler  # seconds; a tablet waits longer
    for service in whole["services"].values():
        for volume in service.get("volumes", ()):
            if volume.startswith("./"):
                assert (ROOT / volume.partition(":")[0]).exists()


def test_the_application_waits_for_a_postgresql_that_is_recent_enough(composition):
    assert composition["services"]["web"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    name, version = composition["services"]["database"]["image"].split(":")
    assert name == "postgres"
    assert int(version) >= 16


def test_no_secret_stands_in_the_files_and_a_missing_one_stops_everything(composition):
    for service, name in (("web", "PGPASSWORD"), ("database", "POSTGRES_PASSWORD")):
        assert re.fullmatch(r"\$\{POSTGRES_PASSWORD:\?.+\}", composition["services"][service]["environment"][name])
    assert composition["services"]["web"]["environment"]["DATABASE_URL"] == (
        "postgres://arbitrage@database:5432/arbitrage"
    )
    example = dict(re.findall(r"^(\w+)=(.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert example["POSTGRES_PASSWORD"] == ""
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()


def test_every_variable_of_the_composition_is_explained_in_the_example(composition):
    used = {name for path in ROOT.glob("docker-compose*.yml") for name in re.findall(r"\$\{(\w+)", path.read_text())}
    explained = set(re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert used == explained


def test_the_image_holds_all_the_application_and_nothing_of_this_machine():
    copied = {word for line in instructions("COPY") for word in line.split()[:-1] if not word.startswith(("--", "/"))}
    admitted = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert copied == admitted
    assert {"arbitrage", "rulings", "templates", "static", "locale", "manage.py"} <= copied
    for name in copied:
        assert (ROOT / name).exists()


def test_the_image_runs_without_root_from_the_lock_with_hashes():
    assert instructions("USER") == ["arbitrage"]
    assert any("--require-hashes" in line and "requirements/run.lock" in line for line in instructions("RUN"))
    assert any("collectstatic" in line for line in instructions("RUN"))
    assert instructions("HEALTHCHECK") != []


def instructions(name: str) -> list[str]:
    text = re.sub(r"\\\n\s*", " ", (ROOT / "Dockerfile").read_text())
    return re.findall(rf"^{name} +(.*)$", text, re.MULTILINE)
