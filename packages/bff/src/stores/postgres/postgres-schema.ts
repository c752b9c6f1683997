import type { ClientBase } from 'pg'
import { type Migration, migrationSteps } from '../sql/migrations.js'
import { type FoundBy, LISTED } from '../sql/sql-reads.js'

/** The SQL of the reference whose order a subject belongs to, as the index has it. */
export function referenceOf(schema: string): string {
  return `${schema}.reference_of(kind, data)`
}

/** The SQL of what lists of subjects are found by, as the indexes have it. */
export function foundBy(schema: string): FoundBy {
  return {
    order: referenceOf(schema),
    createdAt: `${schema}.created_at(data)`,
    reference: `${schema}.given_reference(data)`,
    address: `${schema}.given_address(data)`,
    inReview: `${schema}.is_in_review(r.data)`,
  }
}

/**
 * One entry per version of the schema. Times are Unix milliseconds, as in the
 * other stores; `data` and `facts` are JSON as text, because `jsonb` refuses U+0000.
 *
 * `cursors` counts the events of each subject. One global sequence would be faster, but its numbers are committed out of
 * order, so that a reader of "everything after n" would skip some forever.
 */
const migrationsOf = (schema: string): readonly Migration[] => [
  {
    up: `
  CREATE TABLE ${schema}.subjects (
    id text PRIMARY KEY, kind text NOT NULL, watch_until bigint NOT NULL, data text NOT NULL
  );
  CREATE INDEX subjects_by_end ON ${schema}.subjects (watch_until);

  CREATE TABLE ${schema}.slots (slot text PRIMARY KEY, subject text NOT NULL);
  CREATE INDEX slots_by_subject ON ${schema}.slots (subject);

  CREATE TABLE ${schema}.cursors (subject text PRIMARY KEY, last_seq integer NOT NULL, last_at bigint NOT NULL);
  CREATE INDEX cursors_by_time ON ${schema}.cursors (last_at);

  CREATE TABLE ${schema}.events (
    subject text NOT NULL, seq integer NOT NULL, key text NOT NULL, hash text NOT NULL, type text NOT NULL,
    at bigint NOT NULL, conflict boolean NOT NULL, facts text NOT NULL, body bytea,
    PRIMARY KEY (subject, seq), UNIQUE (subject, key, hash)
  );
  CREATE INDEX events_with_body_by_time ON ${schema}.events (at) WHERE body IS NOT NULL;

  CREATE TABLE ${schema}.deliveries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject text NOT NULL, seq integer NOT NULL, due bigint NOT NULL, leased_until bigint NOT NULL DEFAULT 0,
    attempt integer NOT NULL DEFAULT 0, dead boolean NOT NULL DEFAULT false
  );
  CREATE INDEX deliveries_by_due ON ${schema}.deliveries (due, id) WHERE NOT dead;
  CREATE INDEX deliveries_by_subject ON ${schema}.deliveries (subject, seq);

  -- Lost in a crash of the server, and no harm done.
  CREATE UNLOGGED TABLE ${schema}.windows (key text PRIMARY KEY, ends_at bigint NOT NULL, taken integer NOT NULL);
  CREATE INDEX windows_by_end ON ${schema}.windows (ends_at);

  CREATE FUNCTION ${schema}.put_subject(
    p_id text, p_kind text, p_watch_until bigint, p_data text, p_slot text, p_replaces text, p_wake_at bigint
  ) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE holder text;
  BEGIN
    SELECT subject INTO holder FROM ${schema}.slots WHERE slot = p_slot FOR UPDATE;
    IF holder <> coalesce(p_replaces, '') THEN RETURN 'slot_taken'; END IF;
    INSERT INTO ${schema}.subjects VALUES (p_id, p_kind, p_watch_until, p_data) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN 'id_taken'; END IF;
    IF p_slot IS NOT NULL THEN
      INSERT INTO ${schema}.slots AS s VALUES (p_slot, p_id)
        ON CONFLICT (slot) DO UPDATE SET subject = p_id WHERE s.subject = p_replaces;
      -- Somebody else was quicker between the look and the insert.
      IF NOT FOUND THEN
        DELETE FROM ${schema}.subjects WHERE id = p_id;
        RETURN 'slot_taken';
      END IF;
    END IF;
    IF p_wake_at IS NOT NULL THEN
      INSERT INTO ${schema}.deliveries (subject, seq, due) VALUES (p_id, 0, p_wake_at);
    END IF;
    RETURN 'stored';
  END $$;

  CREATE FUNCTION ${schema}.append_event(
    p_subject text, p_key text, p_hash text, p_type text, p_at bigint, p_facts text, p_body bytea, p_deliver boolean
  ) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE new_seq integer; is_conflict boolean;
  BEGIN
    -- The holder of the counter's row is the only one that writes to this subject until it has committed.
    INSERT INTO ${schema}.cursors AS c VALUES (p_subject, 1, p_at)
      ON CONFLICT (subject) DO UPDATE SET last_seq = c.last_seq + 1, last_at = greatest(c.last_at, p_at)
      RETURNING last_seq INTO new_seq;
    IF EXISTS (SELECT FROM ${schema}.events WHERE subject = p_subject AND key = p_key AND hash = p_hash) THEN
      UPDATE ${schema}.cursors SET last_seq = last_seq - 1 WHERE subject = p_subject;
      RETURN 'duplicate';
    END IF;
    is_conflict := EXISTS (SELECT FROM ${schema}.events WHERE subject = p_subject AND key = p_key);
    INSERT INTO ${schema}.events
      VALUES (p_subject, new_seq, p_key, p_hash, p_type, p_at, is_conflict, p_facts, p_body);
    IF p_deliver THEN
      INSERT INTO ${schema}.deliveries (subject, seq, due) VALUES (p_subject, new_seq, p_at);
    END IF;
    RETURN CASE WHEN is_conflict THEN 'conflict' ELSE 'stored' END;
  END $$;
  `,
  },
  // A backlog of events must not slow down the search for due charges.
  {
    up: `
  CREATE INDEX wakes_by_due ON ${schema}.deliveries (due, id) WHERE NOT dead AND seq = 0;
  `,
    down: `DROP INDEX ${schema}.wakes_by_due`,
  },
  // For retention. Older charges keep the kind `charge` and its retention time.
  {
    up: `
  CREATE INDEX intents_by_end ON ${schema}.subjects (watch_until) WHERE kind = 'intent';
  CREATE INDEX unpaid_by_end ON ${schema}.subjects (watch_until) WHERE kind = 'unpaid';
  `,
    down: `
  DROP INDEX ${schema}.intents_by_end, ${schema}.unpaid_by_end;
  UPDATE ${schema}.subjects SET kind = 'charge' WHERE kind = 'unpaid';
  `,
  },
  // For lists of events, and for redelivering one event: an event has at most one delivery.
  {
    up: `
  CREATE INDEX events_by_time ON ${schema}.events (at, subject, seq);
  CREATE UNIQUE INDEX deliveries_of_events ON ${schema}.deliveries (subject, seq) WHERE seq > 0;
  `,
    down: `DROP INDEX ${schema}.events_by_time, ${schema}.deliveries_of_events`,
  },
  // The terms that count for a reference. An intent that an earlier version stores keeps the kind `intent`.
  {
    up: `
  CREATE TABLE ${schema}.orders (
    reference text PRIMARY KEY, sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    watch_until bigint NOT NULL, data text NOT NULL
  );
  CREATE INDEX orders_by_end ON ${schema}.orders (watch_until);

  -- JSON.stringify escapes U+0000 and halves of surrogate pairs, which Postgres refuses to read. The planner inlines
  -- both functions.
  CREATE FUNCTION ${schema}.readable_json(data text) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (CASE WHEN data ~ '\\\\u(0000|d[89a-f])'
      THEN regexp_replace(replace(data, '\\\\', '\\u005c'), '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\ufffd', 'g')
      ELSE data END)::json
  $$;
  CREATE FUNCTION ${schema}.reference_of(kind text, data text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
      WHEN kind IN ('intent', 'signed')
        OR (CASE WHEN kind = 'charge' THEN ${schema}.readable_json(data) ->> 'intent' END) = 'true'
      THEN ${schema}.readable_json(data) ->> 'reference' END
  $$;
  CREATE INDEX signed_by_end ON ${schema}.subjects (watch_until) WHERE kind = 'signed';
  CREATE INDEX subjects_by_reference ON ${schema}.subjects (${referenceOf(schema)}, kind);
  -- Without statistics of the new index Postgres would expect many subjects of a reference, and read whole tables.
  ANALYZE ${schema}.subjects;

  -- Locks the order until the end of the transaction. Returns false if it has another sequence.
  CREATE FUNCTION ${schema}.lock_order(p_reference text, p_sequence bigint, p_state text) RETURNS boolean
  LANGUAGE plpgsql AS $$
  BEGIN
    IF p_sequence = 0 THEN
      INSERT INTO ${schema}.orders (reference, watch_until, data) VALUES (p_reference, 0, p_state)
        ON CONFLICT DO NOTHING;
    ELSE
      PERFORM FROM ${schema}.orders WHERE reference = p_reference AND sequence = p_sequence FOR UPDATE;
    END IF;
    RETURN FOUND;
  END $$;

  -- Changes a locked order. A changed state has a new sequence.
  CREATE FUNCTION ${schema}.change_order(p_reference text, p_state text, p_watch_until bigint) RETURNS void
  LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE ${schema}.orders SET watch_until = greatest(watch_until, p_watch_until) WHERE reference = p_reference;
    UPDATE ${schema}.orders SET sequence = DEFAULT, data = p_state
      WHERE reference = p_reference AND p_state IS NOT NULL;
  END $$;

  CREATE FUNCTION ${schema}.put_in_order(
    p_reference text, p_sequence bigint, p_state text,
    p_id text, p_kind text, p_watch_until bigint, p_data text, p_slot text, p_replaces text, p_wake_at bigint
  ) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE outcome text;
  BEGIN
    IF NOT ${schema}.lock_order(p_reference, p_sequence, p_state) THEN RETURN 'order_changed'; END IF;
    outcome := ${schema}.put_subject(p_id, p_kind, p_watch_until, p_data, p_slot, p_replaces, p_wake_at);
    IF outcome = 'stored' THEN PERFORM ${schema}.change_order(p_reference, p_state, p_watch_until); END IF;
    RETURN outcome;
  END $$;

  CREATE FUNCTION ${schema}.append_in_order(
    p_reference text, p_sequence bigint, p_state text,
    p_subject text, p_key text, p_hash text, p_type text, p_at bigint, p_facts text, p_body bytea, p_deliver boolean
  ) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE outcome text;
  BEGIN
    IF NOT ${schema}.lock_order(p_reference, p_sequence, p_state) THEN RETURN 'order_changed'; END IF;
    outcome := ${schema}.append_event(p_subject, p_key, p_hash, p_type, p_at, p_facts, p_body, p_deliver);
    IF outcome <> 'duplicate' THEN PERFORM ${schema}.change_order(p_reference, p_state, 0); END IF;
    RETURN outcome;
  END $$;

  CREATE FUNCTION ${schema}.adopt_legacy(
    p_reference text, p_sequence bigint, p_state text,
    p_intents text[], p_payments text[], p_seqs integer[], p_facts text[]
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT ${schema}.lock_order(p_reference, p_sequence, p_state) THEN RETURN false; END IF;
    UPDATE ${schema}.subjects SET kind = 'signed' WHERE id = ANY (p_intents) AND kind = 'intent';
    UPDATE ${schema}.events e SET facts = p.facts FROM unnest(p_payments, p_seqs, p_facts) AS p(id, seq, facts)
      WHERE e.subject = p.id AND e.seq = p.seq;
    PERFORM ${schema}.change_order(p_reference, p_state,
      (SELECT coalesce(max(watch_until), 0) FROM ${schema}.subjects WHERE ${referenceOf(schema)} = p_reference));
    RETURN true;
  END $$;
  `,
    down: `
  DROP FUNCTION ${schema}.adopt_legacy, ${schema}.append_in_order, ${schema}.put_in_order, ${schema}.change_order,
    ${schema}.lock_order;
  DROP INDEX ${schema}.subjects_by_reference, ${schema}.signed_by_end;
  DROP FUNCTION ${schema}.reference_of, ${schema}.readable_json;
  DROP TABLE ${schema}.orders;
  UPDATE ${schema}.subjects SET kind = 'intent' WHERE kind = 'signed';
  `,
  },
  // The state of a charge or session after its first `seq` events. An earlier version adds events without changing it.
  // Events are deferred while the endpoint is down, and those that fail alone do not delay others; the program before
  // gives up after 12 attempts. Triggers find out what is paid and which event of a subject is first, also for events
  // that the program before stores.
  {
    up: `
  CREATE TABLE ${schema}.states (subject text PRIMARY KEY, seq integer NOT NULL, data text NOT NULL);

  CREATE FUNCTION ${schema}.reduce(p_subject text, p_seq integer, p_data text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO ${schema}.states AS s VALUES (p_subject, p_seq, p_data)
      ON CONFLICT (subject) DO UPDATE SET seq = p_seq, data = p_data WHERE s.seq < p_seq
  $$;

  -- Appends an event, in an order or in none, with the state after it, if the event gets the number p_seq.
  CREATE FUNCTION ${schema}.append_reduced(
    p_reference text, p_sequence bigint, p_state text,
    p_subject text, p_key text, p_hash text, p_type text, p_at bigint, p_facts text, p_body bytea, p_deliver boolean,
    p_seq integer, p_stored text, p_conflict text
  ) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE outcome text;
  BEGIN
    IF p_reference IS NULL THEN
      outcome := ${schema}.append_event(p_subject, p_key, p_hash, p_type, p_at, p_facts, p_body, p_deliver);
    ELSE
      outcome := ${schema}.append_in_order(p_reference, p_sequence, p_state,
        p_subject, p_key, p_hash, p_type, p_at, p_facts, p_body, p_deliver);
    END IF;
    -- Nobody else writes to this subject until this transaction has committed.
    IF outcome IN ('stored', 'conflict')
      AND EXISTS (SELECT FROM ${schema}.cursors WHERE subject = p_subject AND last_seq = p_seq) THEN
      PERFORM ${schema}.reduce(p_subject, p_seq, CASE outcome WHEN 'stored' THEN p_stored ELSE p_conflict END);
    END IF;
    RETURN outcome;
  END $$;

  -- Stores a subject, in an order or in none, with all of its slots.
  CREATE FUNCTION ${schema}.store_subject(
    p_reference text, p_sequence bigint, p_state text,
    p_id text, p_kind text, p_watch_until bigint, p_data text, p_slots text[], p_replaces text[], p_wake_at bigint
  ) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE held integer; added integer; is_taken boolean;
  BEGIN
    IF p_reference IS NOT NULL AND NOT ${schema}.lock_order(p_reference, p_sequence, p_state) THEN
      RETURN 'order_changed';
    END IF;
    -- All writers lock slots in this order, so that no two wait for each other.
    PERFORM FROM ${schema}.slots WHERE slot = ANY (p_slots) ORDER BY slot FOR UPDATE;
    SELECT count(*), bool_or(s.subject IS DISTINCT FROM w.replaces) INTO held, is_taken
      FROM unnest(p_slots, p_replaces) AS w(slot, replaces) JOIN ${schema}.slots s ON s.slot = w.slot;
    IF is_taken THEN RETURN 'slot_taken'; END IF;
    INSERT INTO ${schema}.subjects VALUES (p_id, p_kind, p_watch_until, p_data) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN 'id_taken'; END IF;
    INSERT INTO ${schema}.slots SELECT slot, p_id FROM unnest(p_slots) AS w(slot)
      WHERE NOT EXISTS (SELECT FROM ${schema}.slots s WHERE s.slot = w.slot) ORDER BY slot ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS added = ROW_COUNT;
    IF held + added < cardinality(p_slots) THEN
      -- Somebody else was quicker between the look and the insert.
      DELETE FROM ${schema}.slots WHERE subject = p_id;
      DELETE FROM ${schema}.subjects WHERE id = p_id;
      RETURN 'slot_taken';
    END IF;
    UPDATE ${schema}.slots SET subject = p_id WHERE slot = ANY (p_slots) AND subject <> p_id;
    IF p_wake_at IS NOT NULL THEN
      INSERT INTO ${schema}.deliveries (subject, seq, due) VALUES (p_id, 0, p_wake_at);
    END IF;
    IF p_reference IS NOT NULL THEN
      PERFORM ${schema}.change_order(p_reference, p_state, p_watch_until);
    END IF;
    RETURN 'stored';
  END $$;

  ALTER TABLE ${schema}.deliveries
    ADD COLUMN deferred boolean NOT NULL DEFAULT false, ADD COLUMN paid boolean NOT NULL DEFAULT false,
    ADD COLUMN set_aside boolean NOT NULL DEFAULT false, ADD COLUMN failed_alone integer NOT NULL DEFAULT 0,
    ADD COLUMN tried_at bigint NOT NULL DEFAULT 0, ADD COLUMN probed_at bigint NOT NULL DEFAULT 0;

  CREATE FUNCTION ${schema}.is_paid(facts json) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT facts ->> 'evidence' IS NOT NULL OR coalesce(facts ->> 'meaning' = 'completed', false)
      OR facts ->> 'releases' IS NOT NULL
  $$;
  CREATE FUNCTION ${schema}.mark_paid() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.paid := ${schema}.is_paid(${schema}.readable_json(facts)) FROM ${schema}.events
      WHERE subject = NEW.subject AND seq = NEW.seq;
    NEW.paid := coalesce(NEW.paid, false);
    RETURN NEW;
  END $$;
  CREATE TRIGGER mark_paid BEFORE INSERT ON ${schema}.deliveries FOR EACH ROW WHEN (NEW.seq > 0)
    EXECUTE FUNCTION ${schema}.mark_paid();
  UPDATE ${schema}.deliveries d SET paid = true FROM ${schema}.events e
    WHERE e.subject = d.subject AND e.seq = d.seq AND ${schema}.is_paid(${schema}.readable_json(e.facts));

  -- Whether it is set aside, or nothing of the same subject stands before it: claims look at these alone, however long
  -- the queues are.
  ALTER TABLE ${schema}.deliveries ADD COLUMN first boolean NOT NULL DEFAULT true;
  UPDATE ${schema}.deliveries d SET first = false WHERE seq > 0 AND EXISTS (
    SELECT FROM ${schema}.deliveries e WHERE e.subject = d.subject AND e.seq > 0 AND e.seq < d.seq AND NOT e.dead);
  CREATE INDEX first_of_subjects ON ${schema}.deliveries (subject) WHERE first AND NOT dead AND seq > 0;

  -- A trigger, because an earlier version adds and ends deliveries, too.
  CREATE FUNCTION ${schema}.mark_first() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE changed text := coalesce(NEW.subject, OLD.subject); first_id bigint;
  BEGIN
    -- A poll of the subject waits for no event.
    IF coalesce(NEW.seq, OLD.seq) = 0 THEN RETURN NULL; END IF;
    IF TG_OP = 'UPDATE' AND NEW.dead = OLD.dead AND NEW.set_aside = OLD.set_aside THEN RETURN NULL; END IF;
    -- One writer at a time, so that none overlooks what another one has not committed yet.
    PERFORM FROM ${schema}.cursors WHERE subject = changed FOR UPDATE;
    SELECT id INTO first_id FROM ${schema}.deliveries WHERE subject = changed AND seq > 0 AND NOT dead
      AND NOT set_aside ORDER BY seq LIMIT 1;
    UPDATE ${schema}.deliveries SET first = false
      WHERE subject = changed AND first AND NOT dead AND NOT set_aside AND seq > 0 AND id <> first_id;
    UPDATE ${schema}.deliveries SET first = true
      WHERE subject = changed AND seq > 0 AND NOT dead AND NOT first AND (id = first_id OR set_aside);
    RETURN NULL;
  END $$;
  CREATE TRIGGER mark_first AFTER INSERT OR DELETE OR UPDATE OF dead, set_aside ON ${schema}.deliveries
    FOR EACH ROW EXECUTE FUNCTION ${schema}.mark_first();

  DROP INDEX ${schema}.deliveries_by_due;
  CREATE INDEX events_by_due ON ${schema}.deliveries (deferred, paid, due, id)
    WHERE first AND NOT dead AND seq > 0;
  CREATE INDEX events_deferred ON ${schema}.deliveries (probed_at, paid DESC, id DESC)
    WHERE first AND NOT dead AND seq > 0 AND deferred;
  `,
    down: `
  DROP FUNCTION ${schema}.store_subject;
  DROP TRIGGER mark_first ON ${schema}.deliveries;
  DROP FUNCTION ${schema}.mark_first;
  DROP INDEX ${schema}.events_by_due, ${schema}.events_deferred;
  DROP TRIGGER mark_paid ON ${schema}.deliveries;
  DROP FUNCTION ${schema}.mark_paid, ${schema}.is_paid;
  UPDATE ${schema}.deliveries SET attempt = 0 WHERE seq > 0;
  ALTER TABLE ${schema}.deliveries DROP COLUMN deferred, DROP COLUMN paid, DROP COLUMN set_aside,
    DROP COLUMN failed_alone, DROP COLUMN tried_at, DROP COLUMN probed_at;
  DROP INDEX ${schema}.first_of_subjects;
  ALTER TABLE ${schema}.deliveries DROP COLUMN first;
  DROP FUNCTION ${schema}.append_reduced, ${schema}.reduce;
  DROP TABLE ${schema}.states;
  CREATE INDEX deliveries_by_due ON ${schema}.deliveries (due, id) WHERE NOT dead;
  `,
  },
  // For the lists and searches of operators. An index for each kind, because they are listed apart.
  {
    up: `
  CREATE FUNCTION ${schema}.created_at(data text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ${schema}.readable_json(data) ->> 'createdAt'
  $$;
  CREATE FUNCTION ${schema}.given_reference(data text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(${schema}.readable_json(data) ->> 'reference', ${schema}.readable_json(data) ->> 'referenceId')
  $$;
  CREATE FUNCTION ${schema}.given_address(data text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(${schema}.readable_json(data) ->> 'lnaddress', ${schema}.readable_json(data) ->> 'destination')
  $$;
  CREATE FUNCTION ${schema}.is_in_review(data text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ${schema}.readable_json(data) #>> '{shown,state,status}' = 'needs_review'
  $$;
  ${(['charge', 'ramp'] as const)
    .map((kind) => {
      const newest = `${schema}.created_at(data), id) WHERE ${LISTED[kind]}`
      return `
  CREATE INDEX ${kind}s_by_creation ON ${schema}.subjects (${newest};
  CREATE INDEX ${kind}s_by_address ON ${schema}.subjects (${schema}.given_address(data), ${newest};
  CREATE INDEX ${kind}s_by_reference ON ${schema}.subjects (${schema}.given_reference(data), ${newest};`
    })
    .join('')}
  CREATE INDEX states_in_review ON ${schema}.states (subject) WHERE ${schema}.is_in_review(data);
  -- Without statistics of the new indexes Postgres would expect many subjects of an address.
  ANALYZE ${schema}.subjects;
  `,
    down: `
  ${['charge', 'ramp']
    .flatMap((kind) =>
      ['creation', 'address', 'reference'].map((key) => `DROP INDEX ${schema}.${kind}s_by_${key};`),
    )
    .join('\n  ')}
  DROP INDEX ${schema}.states_in_review;
  DROP FUNCTION ${schema}.created_at, ${schema}.given_reference, ${schema}.given_address, ${schema}.is_in_review;
  `,
  },
  // Why the last attempt of a delivery has failed, for operators.
  {
    up: `ALTER TABLE ${schema}.deliveries ADD COLUMN failure text`,
    down: `ALTER TABLE ${schema}.deliveries DROP COLUMN failure`,
  },
]

export const NEWEST_SCHEMA = migrationsOf('').length

/** An arbitrary number for the advisory lock. */
const MIGRATION_LOCK = 7_305_202_611

/**
 * Migrates a schema to a version, in one transaction. If several instances start at once, one migrates and the others
 * wait.
 *
 * @returns the previous version.
 * @throws Error for an unknown version, and for a schema of a newer program.
 */
export async function migrate(
  client: ClientBase,
  schema: string,
  to: number = NEWEST_SCHEMA,
): Promise<number> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await client.query(`CREATE TABLE IF NOT EXISTS ${schema}.schema_version (version integer NOT NULL)`)
    const { rows } = await client.query<{ version: number }>(`SELECT version FROM ${schema}.schema_version`)
    const version = rows[0]?.version ?? 0
    for (const step of migrationSteps(migrationsOf(schema), version, to)) await client.query(step)
    if (rows.length === 0) await client.query(`INSERT INTO ${schema}.schema_version VALUES (${to})`)
    else await client.query(`UPDATE ${schema}.schema_version SET version = ${to}`)
    await client.query('COMMIT')
    return version
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
