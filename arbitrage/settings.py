"""Django settings. Whatever differs between installations comes from the environment, or from the settings file of the
data folder; README lists the names.

Loaded once; a bad value fails with a sentence rather than a guess.
"""

import sys
from datetime import timedelta
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from arbitrage.server import environment, language, program_files, settings_file

DATA_DIR = environment.folder("DATA_DIR", program_files.data())
environment.also_read(DATA_DIR / settings_file.NAME)

# Access

DEBUG = environment.flag("DEBUG")
TRUSTED_PROXIES = environment.networks("TRUSTED_PROXIES")  # whose forwarding headers are trusted
BEHIND_FRONT = environment.flag("ARBITRAGE_FRONT")  # set by `manage.py start` for its workers
HTTPS = environment.flag("HTTPS")  # served over https by a proxy in front of this machine
OWN_HTTPS = environment.flag("ARBITRAGE_TLS")  # set by `manage.py start` for its workers: the certificate is our own
SECRET_KEY = environment.secret("SECRET_KEY", DATA_DIR / "secret_key")
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = LOOPBACK + environment.own_names() + environment.words("ALLOWED_HOSTS")
"""Private IP addresses are accepted too (`arbitrage.server.hosts`)."""

OTP_TOTP_ISSUER = "Arbitrage"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60  # lifetime of a link for a new password, in seconds
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 12}),
        ("CommonPasswordValidator", {}),
    )
]

# A whole club shares one address: six wrong passwords close one name from that address, not the club, for a quarter of
# an hour from the sixth on, whatever is tried meanwhile. A manager of the club opens it again at once.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 6
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_CLIENT_IP_CALLABLE = "arbitrage.services.people.sign_in_tries.counted_by"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AXES_LOCKOUT_TEMPLATE = "devices/locked.html"

SESSION_COOKIE_AGE = int(timedelta(hours=12).total_seconds())  # an evening, with the drive there and back
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS or OWN_HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # requested from inside the machine, without the proxy
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS or BEHIND_FRONT else None
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if HTTPS else 0
# Sub-domains and browsers' built-in lists belong to whoever owns the club's domain, not to this program.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# The name Django 6 gives it, so that the move deletes our middleware and nothing else.
SECURE_CSP = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
}

# Applications and middleware

INSTALLED_APPS = [
    "arbitrage",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "template_partials",
    "axes",
]
MIDDLEWARE = [
    "arbitrage.server.hosts.private_addresses",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # pads each page at random, so that its length tells nothing (BREACH)
    "whitenoise.middleware.WhiteNoiseMiddleware",  # twenty files a page; directories for documents are added below
    "arbitrage.server.middleware.content_security_policy",
    "arbitrage.server.middleware.no_store",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "arbitrage.server.readers_club.on_the_request",
    "arbitrage.server.rights.gate",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "arbitrage.database.standby.own_writes_are_seen",
]
ROOT_URLCONF = "arbitrage.urls"
WSGI_APPLICATION = "arbitrage.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [program_files.TEMPLATES],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
]

# Storage

DATABASES = {"default": environment.database("DATABASE_URL", DATA_DIR / "arbitrage.sqlite3")}
DATABASES |= environment.standby("DATABASE_REPLICA_URL", DATABASES["default"])
DATABASE_ROUTERS = ["arbitrage.database.standby.Router"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DEVICE_WALKS = environment.flag("DEVICE_WALKS", default=True)  # a device shows the next question itself (ADR 021)
BACKUPS_KEPT = environment.numbers("BACKUPS_KEPT", (7, 8, 24))  # days, weeks and months of daily backups that stay
WATCH_DIR = environment.text("WATCH_DIR")  # results files read automatically

SOLVER_DIR = environment.text("SOLVER_DIR", str(Path(sys.prefix) / "solver"))  # packages with the double-dummy solver

STATIC_URL = "static/"
STATICFILES_DIRS = [program_files.STATIC]
STATIC_ROOT = Path(environment.text("STATIC_ROOT", str(DATA_DIR / "static")))
KEPT_DIR = Path(environment.text("KEPT_DIR", str(DATA_DIR / "kept")))
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "arbitrage.server.static_files.HashedFiles"},
}

# Words, dates

LANGUAGE_CODE = environment.one_of("LANGUAGE_CODE", language.LANGUAGES)
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LOCALE_PATHS = [program_files.LOCALE]
FORMAT_MODULE_PATH = "arbitrage.date_formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = environment.time_zone("TIME_ZONE", "Europe/Paris")

# One line an event on the standard output; names and content stay in the database.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "arbitrage.server.logs.OneLine"}},
    "handlers": {"stdout": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "line"}},
    "root": {"handlers": ["stdout"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["stdout"], "level": "INFO", "propagate": False},
        "axes": {"level": "CRITICAL"},  # its warnings carry the user name
    },
}
