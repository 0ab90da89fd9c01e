-- Public survey addresses name no company, so each belongs to one company only. Reserved before the survey is published:
-- a crash in between leaves an address that its own company can still publish at.
create table survey_addresses (
  survey_id text primary key,
  company_id uuid not null,
  reserved_at timestamptz not null default now()
);
