"""Tables and statements."""

from __future__ import annotations

from typing import Any, Final

from rightbower.store.contract import Newer

# A stream's appends in a batch are one chain of rows after number ``after``: it is taken where that
# is the stream's last and the claim still holds, all of it or nothing. Answered by those refused.
_ROWS: Final = """
with a as (
    select * from unnest(
        $1::text[], $2::int[], $3::bytea[], $4::bigint[], $5::int[], $6::text[], $7::bigint[]
    ) as t(stream, version, body, sum, after, resource, fence)
)"""
_HOLDS: Final = """
    (after = 0 or exists (
        select from entries e where e.stream = a.stream and e.version = a.after))
    and fence = coalesce(
        (select c.fence from claims c where c.resource = coalesce(a.resource, a.stream)), 0)"""
# Where two halls write one stream at once it fails as a whole, which is rare, and costs less else.
_TOGETHER: Final = f"""{_ROWS}, taken as (
    insert into entries (stream, version, body, sum)
    select stream, version, body, sum from a where {_HOLDS}
    returning stream
)"""
# Then each chain is for itself: the first row is taken where it is free, the rest where the first was.
_EACH: Final = f"""{_ROWS}, taken as (
    insert into entries (stream, version, body, sum)
    select stream, version, body, sum from a where version = after + 1 and {_HOLDS}
    order by stream
    on conflict do nothing returning stream
), rest as (
    insert into entries (stream, version, body, sum)
    select stream, version, body, sum from a
    where version > after + 1 and stream in (select stream from taken)
)"""
# What is listed goes with the chain that changes it, or with none ('').
_LIST: Final = """, p as (
    select * from unnest(
        $8::text[], $9::text[], $10::float8[], $11::text[], $12::bytea[], $13::bigint[], $14::text[]
    ) as t(list, stream, at, labels, body, sum, upon)
    where upon = '' or upon in (select stream from taken)
), gone as (
    delete from projections using p
    where projections.list = p.list and projections.stream = p.stream and p.body = ''
), listed as (
    insert into projections (list, stream, at, labels, body, sum)
    select list, stream, at, string_to_array(labels, E'\\x1f'), body, sum from p where body <> ''
    order by list, stream
    on conflict (list, stream) do update set
        at = excluded.at, labels = excluded.labels, body = excluded.body, sum = excluded.sum
)"""
_REFUSED: Final = """
select stream from a where version = after + 1 and stream not in (select stream from taken)"""
APPEND: Final = f"{_TOGETHER} {_REFUSED}"
APPEND_EACH: Final = f"{_EACH} {_REFUSED}"
APPEND_AND_LIST: Final = f"{_TOGETHER}{_LIST} {_REFUSED}"
APPEND_EACH_AND_LIST: Final = f"{_EACH}{_LIST} {_REFUSED}"

READ: Final = (
    "select version, body, sum from entries where stream = $1 and version > $2 order by version"
)
HEAD: Final = "select coalesce(max(version), 0) from entries where stream = $1"
STREAMS: Final = """
select stream from entries where version = 1 and stream >= $1 and starts_with(stream, $1)
order by stream"""
STANDING: Final = """
select e.stream, e.version, e.body
from entries e join unnest($1::text[], $2::int[]) as t(stream, version) using (stream, version)"""
# Why chains were refused: where their streams end, and whose claims they have by now.
REFUSED: Final = """
select t.stream, coalesce((select max(version) from entries e where e.stream = t.stream), 0),
    coalesce((select fence from claims c where c.resource = t.resource), 0)
from unnest($1::text[], $2::text[]) as t(stream, resource)"""
LISTED: Final = """
select list, stream, at, body, labels, sum from projections
where list = $1 order by at desc limit $2"""
LABELLED: Final = """
select list, stream, at, body, labels, sum from projections
where list = $1 and labels @> array[$3::text] order by at desc limit $2"""
PROJECTION: Final = """
select list, stream, at, body, labels, sum from projections where list = $1 and stream = $2"""
PROJECTIONS: Final = """
select list, stream, at, body, labels, sum from projections
where (list, stream) > ($1, $2) order by list, stream limit $3"""
ENTRIES: Final = """
select n_live_tup from pg_stat_user_tables where relid = 'entries'::regclass"""

# A hall is alive while its session holds the lock of its number, of the journal it belongs to.
NUMBER: Final = "select nextval('hall_numbers')"
HOLD: Final = "select pg_advisory_lock('halls'::regclass::oid::int, $1::int)"
CUT_OFF: Final = """
select pg_terminate_backend(pid) from pg_locks
where locktype = 'advisory' and classid = 'halls'::regclass::oid and objid::bigint = $1::int and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and granted and pid <> pg_backend_pid() and ($2::int = 0 or pid = $2::int)"""

_ALIVE: Final = """exists (
    select from pg_locks l where l.locktype = 'advisory' and l.granted
        and l.classid = 'halls'::regclass::oid and l.objid::bigint = h.number and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database()))"""
# Of a hall that is gone nothing is left once it has come again under its name, and nobody misses its tables.
ENTER: Final = f"""
with gone as (
    delete from halls h where h.number <> $1 and h.name = $2
        and not exists (select from claims c where c.hall = h.number)
        and not {_ALIVE}
)
insert into halls (number, name, path, seen) values ($1, $2, $3, now())
on conflict (number) do update set name = $2, path = $3, seen = now()"""
# What is only good for seconds waits for no disk and no standby.
RENEW: Final = """
with soon as materialized (select set_config('synchronous_commit', 'off', true))
update halls set seen = now() from soon where number = $1"""
# A commit that a standby has means that it has all that was committed before, by whomever.
CONFIRM: Final = "select pg_logical_emit_message(true, 'rightbower', '')"
# What a hall that was cut off owned is taken also where it has a session again: its fence is old. The lock
# of a dead hall is shared by those who take from it at once, so that none of them thinks it lives. Whoever
# takes a stream reads it next, so this commit confirms, also where nothing changes hands.
TAKE: Final = f"""
with confirmed as materialized ({CONFIRM}), taken as (
    insert into claims as c (resource, hall, fence)
    select resource, $2::int, nextval('fences') from unnest($1::text[]) as t(resource) order by resource
    on conflict (resource) do update set hall = excluded.hall, fence = excluded.fence
    where case when c.hall = excluded.hall then false
        when c.hall = any($3::int[]) then true
        else pg_try_advisory_xact_lock_shared('halls'::regclass::oid::int, c.hall) end
)
select from confirmed"""
OWNERS: Final = """
select c.resource, c.hall, c.fence, coalesce(h.name, '') as name, coalesce(h.path, '') as path,
    coalesce(extract(epoch from now() - h.seen)::float8, 0) as silent
from claims c left join halls h on h.number = c.hall where c.resource = any($1::text[])"""
RELEASE: Final = "delete from claims where resource = any($1::text[]) and hall = $2"
RELEASE_ALL: Final = "delete from claims where hall = $1"
LEAVE: Final = "delete from halls where number = $1"
HALLS: Final = f"""
select h.name, h.path, extract(epoch from now() - h.seen)::float8 as silent,
    {_ALIVE} as alive,
    (select count(*) from claims c where c.hall = h.number) as claims,
    (select count(*) from claims c where c.hall = h.number and starts_with(c.resource, 'table/')) as tables
from halls h order by h.name, h.number"""
# Whoever may not look at the engine's figures sees no standby.
STANDBYS: Final = """
select application_name || coalesce(' ' || client_addr::text, '') as name, sync_state in ('sync', 'quorum') as waited_for,
    greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn))::bigint as bytes_behind,
    coalesce(extract(epoch from replay_lag), 0)::float8 as seconds_behind
from pg_stat_replication where state is not null and flush_lsn is not null order by 1"""

# Of each limit the moment is kept when all of it may be used again. Whoever comes at the same time waits
# for the row and is judged by what it says then.
LIMIT: Final = """
with clock as (
    select extract(epoch from now())::float8 as now
), wanted as (
    select key, pause, slack from unnest($1::text[], $2::float8[], $3::float8[]) as t(key, pause, slack)
)
insert into limits as l (key, whole_at, slack)
select key, now + pause, slack from wanted, clock
where not exists (
    select from wanted w join limits h using (key) where h.whole_at > now + w.slack)
order by key
on conflict (key) do update
set whole_at = greatest(l.whole_at, extract(epoch from now())::float8)
    + excluded.whole_at - extract(epoch from now())::float8
where l.whole_at <= extract(epoch from now())::float8 + excluded.slack
returning key"""
LIMITED: Final = """
select from limits where key = $1 and whole_at > extract(epoch from now())::float8 + $2::float8"""
GIVE_BACK: Final = """
update limits set whole_at = whole_at - pause
from unnest($1::text[], $2::float8[]) as t(given, pause) where key = given"""
FORGET_LIMIT: Final = "delete from limits where key = $1"
SWEEP_LIMITS: Final = """
delete from limits where key in (
    select key from limits where whole_at <= extract(epoch from now())::float8
    order by key for update skip locked)"""


MIGRATIONS: Final[tuple[str, ...]] = (
    """
create table entries (
    stream text collate "C" not null,
    version integer not null,
    body bytea not null,
    sum bigint not null,
    primary key (stream, version)
);
create index entries_streams on entries (stream) where version = 1;
create table projections (
    list text collate "C" not null,
    stream text collate "C" not null,
    at double precision not null,
    labels text[] not null,
    body bytea not null,
    sum bigint not null,
    primary key (list, stream)
);
create index projections_by_time on projections (list, at);
create index projections_by_label on projections using gin (labels);
""",
    """
create sequence hall_numbers as integer;
create sequence fences;
create table halls (
    number integer primary key,
    name text not null,
    path text not null,
    seen timestamptz not null
);
create table claims (
    resource text collate "C" primary key,
    hall integer not null,
    fence bigint not null
);
create index claims_by_hall on claims (hall);
""",
    # What it holds matters for minutes, so it is not written to the log.
    """
create unlogged table limits (
    key text collate "C" primary key,
    whole_at double precision not null,
    slack double precision not null
);
""",
)
_VERSIONS: Final = """
create table if not exists schema_versions (
    number integer primary key, at timestamptz not null default now()
)"""


async def migrate(connection: Any) -> None:
    """Make or renew the tables; raise where they are of a newer Rightbower."""
    if await _number(connection) == len(MIGRATIONS):
        return
    async with connection.transaction():
        # Two halls that start together take turns.
        await connection.execute("select pg_advisory_xact_lock(hashtext('rightbower schema'))")
        await connection.execute(_VERSIONS)
        have = await _number(connection)
        if have > len(MIGRATIONS):
            raise Newer(f"the journal was written by a newer Rightbower (version {have})")
        for number in range(have, len(MIGRATIONS)):
            await connection.execute(MIGRATIONS[number])
            await connection.execute("insert into schema_versions values ($1)", number + 1)


async def _number(connection: Any) -> int:
    if await connection.fetchval("select to_regclass('schema_versions') is null"):
        return 0
    return int(
        await connection.fetchval("select coalesce(max(number), 0) from schema_versions") or 0
    )
