#!/bin/sh
# A standby: where its folder is empty it is filled from the primary first. As the user PostgreSQL runs as:
#   PGDATA=/var/lib/postgresql/euchre PRIMARY="host=db1 user=hall password=..." \
#       standby.sh -c config_file=/etc/rightbower/postgresql.conf
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    until pg_basebackup -d "$PRIMARY" -D "$PGDATA" -R -X stream -c fast; do
        sleep 1
    done
    chmod 700 "$PGDATA"
fi
exec postgres -D "$PGDATA" "$@"
