-- Up Migration

-- Secrets live here and never in an event. E-mail addresses are kept as keyed hashes only.
-- One person's way in, whichever companies they work at.
create table logins (
  email_hash text primary key,
  password_hash text,
  -- Remembered devices from before a change of password or second step are void.
  changed_at timestamptz not null default now(),
  mfa_secret text, -- sealed; null until enrolled
  mfa_pending text, -- sealed; shown, not yet proven by a code
  mfa_step bigint not null default 0 -- of the newest code that was used
);

create table accounts (
  company_id uuid not null,
  user_id text not null,
  email_hash text not null,
  primary key (company_id, user_id),
  unique (email_hash, company_id)
);

-- Where somebody is signed in. What a session may do is looked up here at every call, so that ending one counts at once.
create table sign_ins (
  id uuid primary key,
  company_id uuid not null,
  user_id text not null,
  method text not null,
  device text not null,
  address text, -- sealed
  started_at timestamptz not null,
  seen_at timestamptz not null,
  fresh_at timestamptz not null, -- when the person last said who they are
  ended_at timestamptz
);
create index sign_ins_person on sign_ins (company_id, user_id) where ended_at is null;

-- What has to be shown to others now and then, such as a client secret: sealed with a key of the master key's.
create table company_secrets (
  company_id uuid not null,
  name text not null,
  sealed text not null,
  primary key (company_id, name)
);

create table api_key_hashes (
  hash text primary key,
  company_id uuid not null,
  key_id text not null,
  scopes text[], -- null: all that keys may do
  expires_at timestamptz,
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
drop table company_secrets;
drop table sign_ins;
drop table accounts;
drop table logins;
