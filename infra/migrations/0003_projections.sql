-- Up Migration

-- One row per filling of a read model's tables. `generation` changes at every swap, so that a projector which missed it
-- can write nothing; `position` is compared and set with the rows, in their transaction.
create table projection_builds (
  projection text not null,
  version int not null,
  role text not null check (role in ('live', 'next')),
  generation bigint not null,
  position bigint not null,
  updated_at timestamptz not null default now(),
  primary key (projection, role)
);

create sequence projection_generation;

-- Events of streams that a live projection could not fold; nothing more of such a stream is folded until a rebuild.
create table projection_parked (
  projection text not null,
  company_id uuid not null,
  stream text not null,
  position bigint not null,
  reason text not null,
  parked_at timestamptz not null default now(),
  primary key (projection, company_id, stream, position)
);

-- Down Migration

drop table projection_parked;
drop sequence projection_generation;
drop table projection_builds;
