-- Up Migration

-- Links of e-mails. The token itself is in the mail only.
create table one_time_links (
  token_hash text primary key,
  purpose text not null,
  person text not null, -- keyed hash of whom it is for
  company_id uuid, -- null for a new password, which is for every company
  user_id text,
  sealed text not null, -- e-mail address and name
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  unique (purpose, person) -- a new link takes the place of the one before
);
create index one_time_links_expired on one_time_links (expires_at);

-- Down Migration

drop table one_time_links;
