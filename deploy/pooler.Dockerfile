# pgbouncer in front of one PostgreSQL: it accepts hundreds of connections from the web servers, and uses a few to the
# database.
FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends pgbouncer postgresql-client-17 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10002 --no-create-home --shell /usr/sbin/nologin pooler
COPY pooler.sh /pooler.sh
USER pooler
EXPOSE 6432
CMD ["sh", "/pooler.sh"]
