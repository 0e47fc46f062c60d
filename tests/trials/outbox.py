"""The outbox of a device under faults of the server, the network and the clock: each incident is stored exactly
once."""

import argparse
import json
import random
import shutil
import subprocess
import threading
from pathlib import Path

from tests.offline_trials import PREPARE, REPORT, Server, compare
from tests.trials.failing import Found

ROOT = Path(__file__).resolve().parents[2]
SIGN_IN = """
from django.contrib.auth.models import User
from django.test import Client
user, client = User.objects.get(username="martin"), Client()
client.force_login(user)
print(user.pk, client.cookies["sessionid"].value)
"""
PAUSE = 15.0
"""Seconds from one kill of the server to the next."""


def outbox(place: Path, asked: argparse.Namespace) -> Found:
    """Create incidents on a device while the disk is full, the database read-only, the worker broken and the clock
    wrong."""
    node = shutil.which("node")
    if node is None or not (ROOT / "node_modules" / "fake-indexeddb").is_dir():
        return Found(["NOT RUN: the trial needs node, and what npm ci installs"], False)
    server = Server(place)
    server.run("manage.py", "migrate", "--verbosity", "0")
    tournament, user, cookie = server.run("-c", PREPARE + SIGN_IN).split()[-3:]
    server.start()
    said = {"address": server.address, "cookie": cookie, "user": int(user), "tournament": tournament}
    said |= {"folder": str(place), "seed": asked.seed, "incidents": asked.incidents}
    kills, over = [0], threading.Event()
    killer = threading.Thread(target=_kill_now_and_then, args=(server, random.Random(asked.seed), kills, over))
    killer.start()
    try:
        command = [node, "tests/javascript/outbox_trial.js", json.dumps(said)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    finally:
        over.set()
        killer.join()
    try:
        if done.returncode:
            return Found([done.stderr[-3000:]], False)
        kept = json.loads(done.stdout.splitlines()[-1])
        data = json.loads(server.run("-c", REPORT).splitlines()[-1])
    finally:
        server.kill()
    problems = compare([(mark, answers) for mark, answers in kept["expected"]], data)
    problems += [f"refused: {one}" for one in kept["refused"]]
    faults = ", ".join(f"{name} {count}" for name, count in sorted(kept["faults"].items()))
    return Found(
        [
            f"outbox: seed {asked.seed}, {len(kept['expected'])} incidents on the device, {len(data)} on the server",
            f"  faults: {faults}, server killed {kills[0]}, hours of 500 {kept['hours']}; {kept['requests']} requests",
            f"  {kept['waited']} acts waited when all was well again, {kept['waits']} at the end",
            f"  {len(problems)} lost, doubled or otherwise",
            *problems[:20],
        ],
        not problems and not kept["waits"],
    )


def _kill_now_and_then(server: Server, chance: random.Random, kills: list[int], over: threading.Event) -> None:
    while not over.wait(PAUSE * (0.5 + chance.random())) and not (server.folder / "over").exists():
        server.kill()
        kills[0] += 1
        over.wait(chance.random())
        server.start()
