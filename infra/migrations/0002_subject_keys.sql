-- Up Migration

-- One key per data subject, wrapped by the master key. Forgetting a subject empties `wrapped` and keeps the row, so that
-- nobody makes a new key for it unawares.
create table subject_keys (
  company_id uuid not null,
  subject_id text not null,
  wrapped bytea,
  forgotten_at timestamptz,
  primary key (company_id, subject_id)
);

-- Down Migration

drop table subject_keys;
