"""The tables of a journal in PostgreSQL, in numbered steps that only add.

A hall of an older Rightbower goes on beside a newer one, and refuses to start upon newer tables.
"""

from __future__ import annotations

from typing import Any, Final

from rightbower.store.contract import JournalError

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
            raise JournalError(f"the journal was written by a newer Rightbower (version {have})")
        for number in range(have, len(MIGRATIONS)):
            await connection.execute(MIGRATIONS[number])
            await connection.execute("insert into schema_versions values ($1)", number + 1)


async def _number(connection: Any) -> int:
    if await connection.fetchval("select to_regclass('schema_versions') is null"):
        return 0
    return int(
        await connection.fetchval("select coalesce(max(number), 0) from schema_versions") or 0
    )
