#!/bin/sh
# On a standby, as postgres: its empty folder is filled from the primary, as soon as that answers.
#   PGDATA=/var/lib/postgresql/15/main PRIMARY="host=db1,db2 user=hall target_session_attrs=primary" standby.sh
# What is written after it is run then, whether the folder was filled now or before: standby.sh postgres -c ...
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    until pg_isready -q -d "$PRIMARY"; do
        sleep 1
    done
    pg_basebackup -d "$PRIMARY" -D "$PGDATA" -R -X stream -c fast
    chmod 700 "$PGDATA"
elif [ $# -eq 0 ]; then
    echo "$PGDATA holds a database already: stop PostgreSQL and remove the folder first." >&2
    exit 1
fi
[ $# -eq 0 ] || exec "$@"
