-- Up Migration

-- How often something was tried, by a keyed hash of who or whence. `drained_at` is when it will be forgotten: one
-- number says it all, so that an attempt is reserved by one atomic statement, whichever process asks.
create table attempts (
  bucket text primary key,
  drained_at timestamptz not null
);
create index attempts_drained on attempts (drained_at);

-- Ten at a time, each for one use: a used one is gone.
create table recovery_codes (
  email_hash text not null,
  code_hash text not null, -- argon2id
  primary key (email_hash, code_hash)
);

-- Browsers in which somebody has signed in, by the hash of a cookie. One browser may be several people's.
create table devices (
  secret_hash text not null,
  email_hash text not null,
  seen_at timestamptz not null,
  remembered_at timestamptz, -- asked for no codes from here ...
  remembered_until timestamptz, -- ... to here
  primary key (email_hash, secret_hash)
);
create index devices_browser on devices (secret_hash);

-- Down Migration

drop table devices;
drop table recovery_codes;
drop table attempts;
