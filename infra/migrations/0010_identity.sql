-- Up Migration

-- Secrets live here and never in an event. E-mail addresses are kept as keyed hashes only.
create table credentials (
  email_hash text primary key,
  company_id uuid not null,
  user_id text not null,
  password_hash text not null
);

create table api_key_hashes (
  hash text primary key,
  company_id uuid not null,
  key_id text not null,
  revoked_at timestamptz,
  unique (company_id, key_id)
);

create table web_sessions (
  sid varchar primary key,
  sess json not null,
  expire timestamp(6) not null
);
create index web_sessions_expire on web_sessions (expire);

-- Down Migration

drop table web_sessions;
drop table api_key_hashes;
drop table credentials;
