"""The settings of the offline trials: a database of their own, static files as they are in the tree."""

from arbitrage.settings import *  # noqa: F403
from arbitrage.settings import STORAGES

STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
