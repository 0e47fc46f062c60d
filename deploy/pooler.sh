#!/bin/sh
# Write the settings of pgbouncer from the environment, then run it in this process. Transactions share the server's
# connections.
set -eu
folder=/run/pgbouncer
umask 077
printf '"arbitrage" "%s"\n' "$POSTGRES_PASSWORD" > "$folder/users"
cat > "$folder/settings.ini" <<END
[databases]
arbitrage = host=$SERVER port=5432 dbname=arbitrage

[pgbouncer]
listen_addr = 0.0.0.0
listen_port = 6432
unix_socket_dir =
auth_type = scram-sha-256
auth_file = $folder/users
pool_mode = transaction
default_pool_size = 20
max_client_conn = 1000
server_login_retry = 1
query_wait_timeout = 5
ignore_startup_parameters = extra_float_digits
END
exec pgbouncer "$folder/settings.ini"
