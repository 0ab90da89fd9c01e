-- Up Migration

-- Single sign-on under way: that a browser was sent to a provider, or that it came back and may finish. Each is taken once.
create table sso_steps (
  id_hash text primary key,
  kind text not null, -- request, ticket
  company_id uuid not null,
  provider text not null,
  browser_hash text not null, -- of the cookie of the browser that started
  sealed text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null
);
create index sso_steps_expiry on sso_steps (expires_at);

-- Assertions that were accepted, for as long as they could be shown again.
create table sso_assertions (
  company_id uuid not null,
  id_hash text not null,
  expires_at timestamptz not null,
  primary key (company_id, id_hash)
);
create index sso_assertions_expiry on sso_assertions (expires_at);

-- Who a provider's subject is here. A provider may give a person's e-mail address to somebody else later, its subject never.
create table sso_links (
  company_id uuid not null,
  provider text not null,
  issuer text not null,
  subject_hash text not null, -- keyed
  user_id text not null,
  linked_at timestamptz not null,
  primary key (company_id, provider, issuer, subject_hash),
  unique (company_id, provider, issuer, user_id)
);

-- Down Migration

drop table sso_links;
drop table sso_assertions;
drop table sso_steps;
