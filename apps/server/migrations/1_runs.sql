-- Up Migration
create table runs (
  n bigint generated always as identity primary key,
  id text collate "C" not null unique,
  idea text collate "C" not null,
  status text collate "C" not null,
  model text collate "C" not null,
  started_at text collate "C" not null,
  ended_at text collate "C" not null,
  summary text not null,
  request text not null,
  idempotency_key text collate "C" unique,
  epoch integer not null default 0,
  holder text,
  head_seq integer not null,
  head_hash text not null,
  error text collate "C" not null,
  ms double precision not null,
  turns double precision not null,
  calls double precision not null,
  tokens double precision not null,
  cost double precision not null,
  title text collate "C" not null,
  star boolean not null default false,
  labels text[] collate "C" not null default '{}',
  note text not null default '',
  scores jsonb not null default '[]',
  words tsvector not null default ''
) with (fillfactor = 70);
create index runs_by_status on runs (status, n);
create index runs_by_idea on runs (idea, n);
create index runs_by_model on runs (model, n);
create index runs_by_start on runs (started_at, n);
create index runs_unfinished on runs (n) where status in ('queued', 'running', 'waiting');
create index runs_noted on runs (n) where star or labels <> '{}' or scores <> '[]';
create index runs_by_words on runs using gin (words);

-- `run` is the run's `n`; a line is the JSON text that is hashed, stored and exported unchanged.
create table events (
  run bigint not null,
  seq integer not null,
  key text collate "C" not null,
  line text not null,
  primary key (run, seq)
);
create unique index events_by_key on events (run, key);

-- `form` 1: deflated. `put_at` keeps a value until the event that names it arrives.
create table bodies (
  hash text collate "C" primary key,
  bytes bytea not null,
  form smallint not null,
  put_at timestamptz not null default clock_timestamp()
);
alter table bodies alter column bytes set storage external;
create table uses (
  hash text collate "C" not null,
  run bigint not null,
  primary key (hash, run)
);
create index uses_by_run on uses (run);

create table inbox (
  run bigint not null,
  key text collate "C" not null,
  body text not null,
  n bigint generated always as identity,
  primary key (run, key)
);

-- Processes that write runs. A run of a holder whose time is over may be taken by another.
create table holders (
  id text primary key,
  name text not null,
  alive_until timestamptz not null
);
