-- Up Migration

-- Data subjects that one answer named together, such as a contact's id and its e-mail address. Both are keyed hashes.
-- Whoever is forgotten by one of them is forgotten by the other too.
create table contact_links (
  company_id uuid not null,
  subject_id text not null,
  same_as text not null,
  primary key (company_id, subject_id, same_as)
);
create index contact_links_same_as on contact_links (company_id, same_as);

-- Down Migration

drop table contact_links;
