import type { ClientBase } from 'pg'
import { UNTRIED } from '../sql/deliveries.js'
import { checkSchema, SCHEMA, tables } from '../sql/tables.js'

/** The error of a commit that has found a row that was new a moment ago. */
export const CHANGED = 'LY001'

/**
 * The functions that write. Each locks its rows for one round trip, and needs no transaction around it.
 *
 * One row at a time, so that each statement has the plan of its primary key. Sets of rows had bad plans.
 */
const functionsOf = (schema: string) => `
  -- Lost in a crash of the server, and no harm done.
  CREATE UNLOGGED TABLE counts (key text PRIMARY KEY, ends bigint NOT NULL, taken integer NOT NULL);
  CREATE INDEX counts_by_end ON counts (ends);

  -- Marks the first event of a row that waits, after those before it. The row's lock keeps writers apart, so that none
  -- overlooks what another one has not committed yet.
  CREATE FUNCTION ${schema}.mark_next(p_subject text) RETURNS void LANGUAGE sql AS $$
    UPDATE ${schema}.events SET head = true WHERE NOT head AND position = (
      SELECT position FROM ${schema}.events WHERE subject = p_subject AND due IS NOT NULL AND seq > 0 AND NOT dead
        AND NOT aside ORDER BY seq LIMIT 1)
  $$;

  -- Returns the id of a row with another version.
  CREATE FUNCTION ${schema}.commit(
    p_expect jsonb, p_version bigint, p_put jsonb, p_erase text[], p_events jsonb, p_bodies bytea[], p_wake jsonb
  ) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE e record; p record; found_version bigint; last_seq integer;
  BEGIN
    -- Everything is checked before the first write, because a function that returns has written. All lock their rows in
    -- one order, so that none waits for another one forever.
    FOR e IN SELECT x.key AS id, x.value::bigint AS version FROM jsonb_each_text(p_expect) x ORDER BY x.key COLLATE "C" LOOP
      SELECT version INTO found_version FROM ${schema}.rows WHERE id = e.id FOR UPDATE;
      IF coalesce(found_version, 0) <> e.version THEN RETURN e.id; END IF;
    END LOOP;
    IF cardinality(p_erase) > 0 THEN
      DELETE FROM ${schema}.events WHERE subject = ANY (p_erase);
      DELETE FROM ${schema}.rows WHERE id = ANY (p_erase);
    END IF;
    FOR p IN SELECT * FROM jsonb_to_recordset(p_put) AS j(id text, kind text, keep text, until bigint, created bigint,
        reference text, address text, review boolean, added integer, data text) ORDER BY id COLLATE "C" LOOP
      IF p_expect ->> p.id <> '0' AND p.id <> ALL (p_erase) THEN
        UPDATE ${schema}.rows SET version = greatest(p_version, version + 1), seq = seq + p.added, kind = p.kind, keep = p.keep,
          until = p.until, created = p.created, reference = p.reference, address = p.address, in_review = p.review,
          data = p.data WHERE id = p.id;
        CONTINUE;
      END IF;
      INSERT INTO ${schema}.rows VALUES (p.id, p_version, p.added, p.kind, p.keep, p.until, p.created, p.reference,
        p.address, p.review, p.data) ON CONFLICT DO NOTHING;
      -- Somebody else was quicker between the look and the insert. The error undoes what this call has written.
      IF NOT FOUND THEN RAISE EXCEPTION 'changed' USING ERRCODE = '${CHANGED}', DETAIL = p.id; END IF;
    END LOOP;
    FOR e IN SELECT j.*, o.n FROM jsonb_array_elements(p_events) WITH ORDINALITY o(j, n),
        jsonb_to_record(o.j) AS j(subject text, key text, hash text, type text, at bigint, conflict boolean, facts text,
          due bigint, urgent boolean) ORDER BY o.n LOOP
      SELECT seq INTO last_seq FROM ${schema}.events WHERE subject = e.subject ORDER BY seq DESC LIMIT 1;
      INSERT INTO ${schema}.events (subject, seq, key, hash, type, at, conflict, facts, body, due, urgent, head) VALUES (
        e.subject, coalesce(last_seq, 0) + 1, e.key, e.hash, e.type, e.at, e.conflict, e.facts, p_bodies[e.n], e.due,
        e.urgent, e.due IS NOT NULL AND NOT EXISTS (SELECT FROM ${schema}.events w WHERE w.subject = e.subject
          AND w.due IS NOT NULL AND w.seq > 0 AND NOT w.dead AND NOT w.aside));
    END LOOP;
    FOR e IN SELECT x.key AS id, x.value::bigint AS due FROM jsonb_each_text(p_wake) x LOOP
      DELETE FROM ${schema}.events WHERE subject = e.id AND seq = 0;
      INSERT INTO ${schema}.events (subject, seq, key, hash, type, at, conflict, facts, due, urgent, head)
        VALUES (e.id, 0, '', '', '', e.due, false, '{}', e.due, false, true);
    END LOOP;
    RETURN NULL;
  END $$;

  -- Ends a claim.
  CREATE FUNCTION ${schema}.finish(
    p_position bigint, p_attempt integer, p_status text, p_due bigint, p_failed_alone integer, p_aside boolean,
    p_failure text, p_drop_body boolean
  ) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE d record;
  BEGIN
    SELECT subject, seq INTO d FROM ${schema}.events
      WHERE position = p_position AND attempt = p_attempt AND due IS NOT NULL;
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM FROM ${schema}.rows WHERE id = d.subject FOR UPDATE;
    IF d.seq = 0 AND p_status = 'done' THEN
      DELETE FROM ${schema}.events WHERE position = p_position AND attempt = p_attempt;
      RETURN;
    END IF;
    UPDATE ${schema}.events SET
        due = CASE p_status WHEN 'done' THEN NULL WHEN 'retry' THEN p_due ELSE due END,
        head = p_status = 'retry' AND (head OR p_aside),
        dead = p_status = 'dead', aside = p_status = 'retry' AND p_aside,
        leased_until = CASE p_status WHEN 'retry' THEN 0 ELSE leased_until END,
        failed_alone = CASE p_status WHEN 'retry' THEN p_failed_alone ELSE failed_alone END,
        failure = coalesce(p_failure, failure), body = CASE WHEN p_drop_body THEN NULL ELSE body END
      WHERE position = p_position AND attempt = p_attempt AND due IS NOT NULL;
    IF FOUND AND (p_status <> 'retry' OR p_aside) THEN PERFORM ${schema}.mark_next(d.subject); END IF;
  END $$;

  -- Makes one event due, or without one all that are dead or set aside. Returns their number.
  CREATE FUNCTION ${schema}.redeliver(p_now bigint, p_subject text, p_seq integer) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE d record; number integer := 0;
  BEGIN
    FOR d IN SELECT position, subject FROM ${schema}.events WHERE p_subject IS NULL AND (dead OR aside)
        UNION ALL SELECT position, subject FROM ${schema}.events WHERE subject = p_subject AND seq = p_seq AND seq > 0
        ORDER BY subject LOOP
      PERFORM FROM ${schema}.rows WHERE id = d.subject FOR UPDATE;
      -- One that waits for its turn is not new, and a running one is not due before its lease ends.
      UPDATE ${schema}.events SET ${UNTRIED} WHERE position = d.position AND (dead OR due IS NULL OR p_subject IS NULL);
      UPDATE ${schema}.events SET due = p_now WHERE position = d.position;
      UPDATE ${schema}.events SET head = aside WHERE subject = d.subject AND head AND seq > 0;
      PERFORM ${schema}.mark_next(d.subject);
      number := number + 1;
    END LOOP;
    RETURN number;
  END $$;

  -- Counts a request against every limit, or returns the limit that is used up.
  CREATE FUNCTION ${schema}.take(
    p_now bigint, p_keys text[], p_limits integer[], p_windows bigint[], OUT used_up text, OUT ends_at bigint
  ) LANGUAGE plpgsql AS $$
  DECLARE c record; window_taken integer;
  BEGIN
    FOR c IN SELECT * FROM unnest(p_keys, p_limits, p_windows) AS u(key, most, length) ORDER BY key COLLATE "C" LOOP
      -- A window that ends later than one beginning now would is from before the clock was set back.
      INSERT INTO ${schema}.counts AS w VALUES (c.key, p_now + c.length, 0)
        ON CONFLICT (key) DO UPDATE SET
          taken = CASE WHEN w.ends > p_now AND w.ends <= p_now + c.length THEN w.taken ELSE 0 END,
          ends = CASE WHEN w.ends > p_now AND w.ends <= p_now + c.length THEN w.ends ELSE p_now + c.length END
        RETURNING taken, ends INTO window_taken, ends_at;
      IF window_taken >= c.most THEN used_up := c.key; RETURN; END IF;
    END LOOP;
    UPDATE ${schema}.counts SET taken = taken + 1 WHERE key = ANY (p_keys);
  END $$;
`

/** An arbitrary number for the advisory lock. */
const CREATION_LOCK = 7_305_202_611

/**
 * Gives an empty schema the tables of this version, in one transaction. If several instances start at once, one creates
 * them and the others wait.
 *
 * @throws Error for a schema of another version.
 */
export async function createTables(client: ClientBase, schema: string): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [CREATION_LOCK])
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await client.query(`CREATE TABLE IF NOT EXISTS ${schema}.schema_version (version integer NOT NULL)`)
    const { rows } = await client.query<{ version: number }>(`SELECT version FROM ${schema}.schema_version`)
    const [{ version = 0 } = {}] = rows
    checkSchema(version, `The schema ${schema} of Postgres`)
    if (version === 0) {
      await client.query(`SET LOCAL search_path TO ${schema}`)
      const types = { position: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY', bytes: 'BYTEA' }
      await client.query(tables(types) + functionsOf(schema))
      // A row is written again with each event: on its own page, without an entry in an index.
      await client.query(`ALTER TABLE ${schema}.rows SET (fillfactor = 80)`)
      await client.query(`INSERT INTO ${schema}.schema_version VALUES (${SCHEMA})`)
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
