import type { ClientBase } from 'pg'
import { type Migration, migrationSteps } from '../sql/migrations.js'

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
