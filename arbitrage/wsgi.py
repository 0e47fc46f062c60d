"""The door for a web server: `arbitrage.wsgi:application`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")

application = get_wsgi_application()
