"""Settings of the offline trials: a database of their own, static files straight from the tree."""

from arbitrage.settings import *  # noqa: F403
from arbitrage.settings import MIDDLEWARE, STORAGES

MIDDLEWARE = ["tests.trials.faults.Faults", *MIDDLEWARE]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
