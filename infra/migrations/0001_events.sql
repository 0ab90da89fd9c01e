-- Up Migration

create table events (
  position bigint primary key,
  company_id uuid not null,
  stream text not null,
  revision int not null,
  event_id uuid not null,
  type text not null,
  version smallint not null,
  data json not null,
  actor text not null,
  correlation_id text not null,
  causation_id text not null,
  recorded_at timestamptz not null,
  unique (company_id, stream, revision),
  unique (company_id, event_id)
);

comment on table events is 'The log. Append through append_events() only; rows are never changed or removed.';

-- Appends many commands' events in one statement and answers with one verdict per append.
-- The advisory lock orders appends, so positions become visible in order and a reader of "position > n" skips nothing.
-- An append whose event ids are stored already is 'repeated'; one at another revision is 'conflict' and is left out
-- alone. expected = -1 takes any revision. Streams and event ids must differ between the appends of one call.
-- a_last is the place of an append's last event among all events of the call, e_nth an event's place in its append; both
-- count from 1. A place that is left out stays a hole between positions.
create function append_events(
  a_company uuid[], a_stream text[], a_expected int[], a_count int[], a_last int[], a_first_id uuid[], a_last_id uuid[],
  a_actor text[], a_correlation text[], a_causation text[], a_at timestamptz[],
  e_append int[], e_nth int[], e_id uuid[], e_type text[], e_version smallint[], e_data json[]
) returns table (append int, verdict text, revision int, "position" bigint)
language plpgsql
set plan_cache_mode to force_generic_plan -- planning anew would cost more than the appends
as $$
declare
  base bigint;
  newest bigint := 0;
begin
  perform pg_advisory_xact_lock(732915402);
  select coalesce(max(e.position), 0) into base from events e;

  for append, verdict, revision, "position" in
    with judged as materialized (
      select a.*, h.head, s.stored,
        case when s.stored is not null then 'repeated' when a.expected in (-1, h.head) then 'appended' else 'conflict' end as verdict
      from unnest(a_company, a_stream, a_expected, a_count, a_last, a_first_id, a_last_id, a_actor, a_correlation, a_causation, a_at)
        with ordinality a(company, stream, expected, count, last, first_id, last_id, actor, correlation, causation, at, n)
      cross join lateral (
        select coalesce((select e.revision from events e where e.company_id = a.company and e.stream = a.stream
                         order by e.revision desc limit 1), 0) as head
        offset 0 -- asked once
      ) h
      cross join lateral (
        -- A command keeps to its stream, so there is nothing to look for where no stream is.
        select case when h.head > 0 then
          (select e.position from events e where e.company_id = a.company and e.event_id = a.first_id) end as stored
        offset 0 -- asked once
      ) s
    ), inserted as (
      insert into events (position, company_id, stream, revision, event_id, type, version, data, actor, correlation_id,
                          causation_id, recorded_at)
      select base + i.n, j.company, j.stream, j.head + i.nth, i.id, i.type, i.version, i.data, j.actor, j.correlation,
        j.causation, j.at
      from unnest(e_append, e_nth, e_id, e_type, e_version, e_data) with ordinality i(append, nth, id, type, version, data, n)
      join judged j on j.n = i.append
      where j.verdict = 'appended'
    )
    select j.n, j.verdict,
      case j.verdict when 'appended' then j.head + j.count else j.head end,
      case j.verdict when 'appended' then base + j.last
        else coalesce((select e.position from events e where e.company_id = j.company and e.event_id = j.last_id), j.stored, 0) end
    from judged j
  loop
    if verdict = 'appended' then newest := greatest(newest, "position"); end if;
    return next;
  end loop;

  if newest > 0 then perform pg_notify('frankly_events', newest::text); end if;
end
$$;

-- Down Migration

drop function append_events;
drop table events;
