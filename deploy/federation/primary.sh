#!/bin/sh
# On the primary, as postgres, once a standby follows it: from now on each commit waits until a standby has it.
# Nothing is taken while none answers: have two standbys, or know by heart how to do without:
#   psql -c "alter system set synchronous_standby_names = ''" -c "select pg_reload_conf()"
set -eu
export PGUSER="${POSTGRES_USER:-${PGUSER:-postgres}}" PGDATABASE=postgres
psql -qAtX -v ON_ERROR_STOP=1 -o /dev/null \
    -c "alter system set synchronous_standby_names = 'ANY 1 (*)'" -c "select pg_reload_conf()"
standbys=$(psql -qAtX -c "select count(*) from pg_stat_replication where state = 'streaming'")
[ "$standbys" -gt 0 ] || echo "No standby follows yet: nothing is taken until one does." >&2
