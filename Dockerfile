# The application in a container: `docker compose up --build`, or this file alone with DATABASE_URL.

FROM python:3.13-slim-trixie AS packages
WORKDIR /app
COPY requirements/run.lock requirements/solver.lock requirements/
RUN python -m venv .venv \
 && .venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check \
    --require-hashes --only-binary :all: --requirement requirements/run.lock
# The double-dummy solver, for open cards; everything else works without it.
RUN .venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --no-deps \
    --require-hashes --only-binary :all: --target .venv/solver --requirement requirements/solver.lock \
 || echo "The double-dummy solver could not be installed; everything else works."

FROM python:3.13-slim-trixie
ENV PATH="/app/.venv/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    DATA_DIR=/data \
    STATIC_ROOT=/app/collected
# pg_dump and pg_restore of PostgreSQL 17, for the backups.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends postgresql-client-17 \
 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin arbitrage \
 && install --directory --owner arbitrage --group arbitrage --mode 700 /data
WORKDIR /app
COPY --from=packages /app/.venv .venv
COPY manage.py pyproject.toml LICENSE ./
COPY arbitrage arbitrage
COPY rulings rulings
COPY templates templates
COPY static static
COPY locale locale
# The key and the folder of this step are thrown away; the real ones are made at the first start.
RUN SECRET_KEY=for-collecting-files-only-$(head -c 32 /dev/urandom | sha256sum | cut -c 1-40) DATA_DIR=/tmp/build \
    python manage.py collectstatic --no-input --verbosity 0
USER arbitrage
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/healthz', timeout=4)"]
CMD ["python", "manage.py", "start", "--static-ready"]
