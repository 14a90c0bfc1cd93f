#!/bin/sh
# On the standby, as postgres, when the primary is lost and switched off: the standby becomes the primary.
# It waits for no standby of its own until primary.sh is run here, once a new one follows.
set -eu
export PGUSER="${POSTGRES_USER:-${PGUSER:-postgres}}" PGDATABASE=postgres
ask() { psql -qAtX -v ON_ERROR_STOP=1 -c "$1"; }
standby=$(ask "select pg_is_in_recovery()")
if [ "$standby" != t ]; then
    echo "This server is no standby; nothing was changed." >&2
    exit 1
fi
# The setting came along from the primary. It is emptied first, or the halls would wait for a standby that is not there.
ask "alter system set synchronous_standby_names = ''"
ask "select pg_reload_conf()" > /dev/null
[ "$(ask "select pg_promote()")" = t ] || { echo "It was not promoted: see PostgreSQL's log." >&2; exit 1; }
echo "Promoted."
