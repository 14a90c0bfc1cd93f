#!/bin/sh
# Once, on the primary, as the user PostgreSQL runs as: standbys may follow, and from then on each commit
# waits until one of them has it. Nothing is taken while none answers: have two, or run
#   psql -c "alter system set synchronous_standby_names = ''" -c "select pg_reload_conf()"
set -eu
hall=${POSTGRES_USER:-hall}
echo "host replication $hall all scram-sha-256" >> "$PGDATA/pg_hba.conf"
psql -v ON_ERROR_STOP=1 -U "$hall" -d "${POSTGRES_DB:-euchre}" \
    -c "alter system set synchronous_standby_names = 'ANY 1 (*)'" -c "select pg_reload_conf()"
