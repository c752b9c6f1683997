import type { ClientBase } from 'pg'
import { type Migration, missingMigrations, newestSchema } from '../sql/migrations.js'
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
 * Times are Unix milliseconds, as in the other stores; `data` and `facts` are JSON as text, because `jsonb` refuses
 * U+0000.
 *
 * `cursors` counts the events of each subject. One global sequence would be faster, but its numbers are committed out of
 * order, so that a reader of "everything after n" would skip some forever.
 *
 * Lower numbers were used before the first release.
 */
const migrationsOf = (schema: string): readonly Migration[] => [
  {
    schema: 10,
    sql: `
  -- JSON.stringify escapes U+0000 and halves of surrogate pairs, which Postgres refuses to read. The planner inlines
  -- these functions.
  CREATE FUNCTION ${schema}.readable_json(data text) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (CASE WHEN data ~ '\\\\u(0000|d[89a-f])'
      THEN regexp_replace(replace(data, '\\\\', '\\u005c'), '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\ufffd', 'g')
      ELSE data END)::json
  $$;
  CREATE FUNCTION ${schema}.reference_of(kind text, data text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
      WHEN kind = 'intent' OR (CASE WHEN kind = 'charge' THEN ${schema}.readable_json(data) ->> 'intent' END) = 'true'
      THEN ${schema}.readable_json(data) ->> 'reference' END
  $$;
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

  CREATE TABLE ${schema}.subjects (
    id text PRIMARY KEY, kind text NOT NULL, watch_until bigint NOT NULL, data text NOT NULL
  );
  -- For retention.
  CREATE INDEX subjects_by_end ON ${schema}.subjects (watch_until);
  CREATE INDEX intents_by_end ON ${schema}.subjects (watch_until) WHERE kind = 'intent';
  CREATE INDEX unpaid_by_end ON ${schema}.subjects (watch_until) WHERE kind = 'unpaid';
  CREATE INDEX subjects_by_reference ON ${schema}.subjects (${referenceOf(schema)}, kind);
  -- For the lists and searches of operators. An index for each kind, because they are listed apart.
  ${(['charge', 'ramp'] as const)
    .map((kind) => {
      const newest = `${schema}.created_at(data), id) WHERE ${LISTED[kind]}`
      return `
  CREATE INDEX ${kind}s_by_creation ON ${schema}.subjects (${newest};
  CREATE INDEX ${kind}s_by_address ON ${schema}.subjects (${schema}.given_address(data), ${newest};
  CREATE INDEX ${kind}s_by_reference ON ${schema}.subjects (${schema}.given_reference(data), ${newest};`
    })
    .join('')}

  CREATE TABLE ${schema}.slots (slot text PRIMARY KEY, subject text NOT NULL);
  CREATE INDEX slots_by_subject ON ${schema}.slots (subject);

  -- The terms that count for a reference.
  CREATE TABLE ${schema}.orders (
    reference text PRIMARY KEY, sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    watch_until bigint NOT NULL, data text NOT NULL
  );
  CREATE INDEX orders_by_end ON ${schema}.orders (watch_until);

  CREATE TABLE ${schema}.cursors (subject text PRIMARY KEY, last_seq integer NOT NULL, last_at bigint NOT NULL);
  CREATE INDEX cursors_by_time ON ${schema}.cursors (last_at);

  CREATE TABLE ${schema}.events (
    subject text NOT NULL, seq integer NOT NULL, key text NOT NULL, hash text NOT NULL, type text NOT NULL,
    at bigint NOT NULL, conflict boolean NOT NULL, facts text NOT NULL, body bytea,
    PRIMARY KEY (subject, seq), UNIQUE (subject, key, hash)
  );
  CREATE INDEX events_by_time ON ${schema}.events (at, subject, seq);
  CREATE INDEX events_with_body_by_time ON ${schema}.events (at) WHERE body IS NOT NULL;

  -- The state of a charge or session after its first seq events.
  CREATE TABLE ${schema}.states (subject text PRIMARY KEY, seq integer NOT NULL, data text NOT NULL);
  CREATE INDEX states_in_review ON ${schema}.states (subject) WHERE ${schema}.is_in_review(data);

  CREATE TABLE ${schema}.deliveries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject text NOT NULL, seq integer NOT NULL, due bigint NOT NULL, leased_until bigint NOT NULL DEFAULT 0,
    attempt integer NOT NULL DEFAULT 0, dead boolean NOT NULL DEFAULT false,
    -- Whether it is set aside, or nothing of the same subject stands before it: claims look at these alone, however
    -- long the queues are.
    first boolean NOT NULL DEFAULT true,
    paid boolean NOT NULL DEFAULT false, set_aside boolean NOT NULL DEFAULT false,
    failed_alone integer NOT NULL DEFAULT 0, tried_at bigint NOT NULL DEFAULT 0, failure text
  );
  CREATE INDEX deliveries_by_subject ON ${schema}.deliveries (subject, seq);
  -- An event has at most one delivery.
  CREATE UNIQUE INDEX deliveries_of_events ON ${schema}.deliveries (subject, seq) WHERE seq > 0;
  CREATE INDEX first_of_subjects ON ${schema}.deliveries (subject) WHERE first AND NOT dead AND seq > 0;
  CREATE INDEX events_by_due ON ${schema}.deliveries (paid, due, id) WHERE first AND NOT dead AND seq > 0;
  -- A backlog of events must not slow down the search for due charges.
  CREATE INDEX wakes_by_due ON ${schema}.deliveries (due, id) WHERE NOT dead AND seq = 0;

  -- Lost in a crash of the server, and no harm done.
  CREATE UNLOGGED TABLE ${schema}.windows (key text PRIMARY KEY, ends_at bigint NOT NULL, taken integer NOT NULL);
  CREATE INDEX windows_by_end ON ${schema}.windows (ends_at);

  -- A trigger, because statements of three kinds change which delivery is the first one of its subject.
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

  -- Stores a subject, in an order or in none, with its slot.
  CREATE FUNCTION ${schema}.put_subject(
    p_reference text, p_sequence bigint, p_state text,
    p_id text, p_kind text, p_watch_until bigint, p_data text, p_slot text, p_replaces text, p_wake_at bigint
  ) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE holder text;
  BEGIN
    IF p_reference IS NOT NULL AND NOT ${schema}.lock_order(p_reference, p_sequence, p_state) THEN
      RETURN 'order_changed';
    END IF;
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
    IF p_reference IS NOT NULL THEN
      PERFORM ${schema}.change_order(p_reference, p_state, p_watch_until);
    END IF;
    RETURN 'stored';
  END $$;

  CREATE FUNCTION ${schema}.reduce(p_subject text, p_seq integer, p_data text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO ${schema}.states AS s VALUES (p_subject, p_seq, p_data)
      ON CONFLICT (subject) DO UPDATE SET seq = p_seq, data = p_data WHERE s.seq < p_seq
  $$;

  -- Appends an event, in an order or in none, with the state after it, if the event gets the number p_seq.
  CREATE FUNCTION ${schema}.append_event(
    p_reference text, p_sequence bigint, p_state text,
    p_subject text, p_key text, p_hash text, p_type text, p_at bigint, p_facts text, p_body bytea, p_deliver boolean,
    p_paid boolean, p_proven boolean, p_seq integer, p_stored text, p_conflict text
  ) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE new_seq integer; is_conflict boolean;
  BEGIN
    IF p_reference IS NOT NULL AND NOT ${schema}.lock_order(p_reference, p_sequence, p_state) THEN
      RETURN 'order_changed';
    END IF;
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
      INSERT INTO ${schema}.deliveries (subject, seq, due, paid) VALUES (p_subject, new_seq, p_at, p_paid);
    END IF;
    IF p_proven THEN
      UPDATE ${schema}.subjects SET kind = 'charge' WHERE id = p_subject AND kind = 'unpaid';
    END IF;
    IF p_seq = new_seq THEN
      PERFORM ${schema}.reduce(p_subject, p_seq, CASE WHEN is_conflict THEN p_conflict ELSE p_stored END);
    END IF;
    IF p_reference IS NOT NULL THEN PERFORM ${schema}.change_order(p_reference, p_state, 0); END IF;
    RETURN CASE WHEN is_conflict THEN 'conflict' ELSE 'stored' END;
  END $$;
  `,
  },
]

/** An arbitrary number for the advisory lock. */
const MIGRATION_LOCK = 7_305_202_611

/**
 * Gives a schema the tables of this version, in one transaction. If several instances start at once, one creates them
 * and the others wait.
 *
 * @throws Error for a schema of another version.
 */
export async function migrate(client: ClientBase, schema: string): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await client.query(`CREATE TABLE IF NOT EXISTS ${schema}.schema_version (version integer NOT NULL)`)
    const { rows } = await client.query<{ version: number }>(`SELECT version FROM ${schema}.schema_version`)
    const [{ version = 0 } = {}] = rows
    const migrations = migrationsOf(schema)
    const missing = missingMigrations(migrations, version, `The schema ${schema} of Postgres`)
    for (const sql of missing) await client.query(sql)
    if (missing.length > 0) {
      await client.query(`DELETE FROM ${schema}.schema_version`)
      await client.query(`INSERT INTO ${schema}.schema_version VALUES (${newestSchema(migrations)})`)
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
