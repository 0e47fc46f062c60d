"""The door for a web server: `arbitrage.wsgi:application`."""

import os
from threading import Thread

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")

application = get_wsgi_application()


def _warm() -> None:
    """The first search and the first chart are as quick as the second."""
    from arbitrage.pages.search import warm  # the registry of models is full only now

    warm()


Thread(target=_warm, name="warm", daemon=True).start()
