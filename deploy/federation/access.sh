#!/bin/sh
# On the primary and on each standby, as postgres, while PostgreSQL runs: halls and standbys of this network
# may come in with the password of the role hall. Run twice, it changes nothing more.
#   NETWORK=10.0.0.0/24 access.sh
set -eu
export PGUSER="${POSTGRES_USER:-${PGUSER:-postgres}}" PGDATABASE=postgres
file=$(psql -qAtX -c "show hba_file")
for what in "${POSTGRES_DB:-euchre}" replication; do
    line="host $what hall ${NETWORK:-samenet} scram-sha-256"
    grep -qxF "$line" "$file" || echo "$line" >> "$file"
done
psql -qAtX -o /dev/null -c "select pg_reload_conf()"
