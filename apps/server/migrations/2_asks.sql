-- Up Migration
-- Questions of one process to the one that holds a run, such as a person's decision; deleted with the answer.
create table asks (
  id uuid primary key,
  holder text not null,
  question text not null,
  answer text,
  asked_at timestamptz not null default clock_timestamp()
);
