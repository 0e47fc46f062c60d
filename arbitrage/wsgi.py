"""The WSGI application: `arbitrage.wsgi:application`."""

import gc
import os
from threading import Thread

from django.core.wsgi import get_wsgi_application

from arbitrage.server.warming import SELDOM, warm

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")

gc.set_threshold(*SELDOM)  # with Python's defaults imports take a tenth longer
application = get_wsgi_application()


# Load caches in the background, so that the first search and the first chart are as quick as the second.
Thread(target=warm, name="warm", daemon=True).start()
