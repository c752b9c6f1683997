import { LISTED_COLUMNS, LISTED_TYPES } from '../store/rows.js'
import type { EventState } from '../store/store.js'

/** The server's clock in Unix milliseconds. The clocks of several instances differ too much for leases. */
const CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
/** The condition for each state of a listed event; `d` is its delivery. */
const STATES: Record<EventState | 'any', string> = {
  any: '',
  delivered: 'AND d.id IS NULL',
  waiting: 'AND NOT d.dead',
  dead: 'AND d.dead',
}
/** The rows per statement of retention, so that none holds its locks for long. */
export const PRUNE_ROWS = 500

/** The statements of the store on one schema. Each is atomic by itself, so none needs a transaction. */
export function statements(schema: string) {
  const isWaiting = (subject: string) =>
    `EXISTS (SELECT FROM ${schema}.deliveries d WHERE d.subject = ${subject} AND NOT d.dead)`
  /** Reads in the order of an index, from the time of the previous batch's last row. */
  const endedOf = (where: string) => `
      SELECT id, watch_until AS time FROM ${schema}.subjects s
      WHERE ${where} watch_until < $1 AND watch_until >= $2 AND NOT ${isWaiting('s.id')}
      ORDER BY watch_until LIMIT ${PRUNE_ROWS}`
  const eventColumns = (alias: string) =>
    ['seq', 'key', 'hash', 'type', 'at', 'conflict', 'facts', 'body']
      .map((name) => `${alias}.${name}`)
      .join(', ')
  const claim = (lane: string) => `
      WITH due AS (
        SELECT id FROM ${schema}.deliveries d WHERE NOT dead AND ${lane} AND due <= $1 AND leased_until <= ${CLOCK}
        AND NOT EXISTS (SELECT FROM ${schema}.deliveries e
          WHERE e.subject = d.subject AND e.seq > 0 AND e.seq < d.seq AND NOT e.dead)
        ORDER BY due, id LIMIT $3 FOR UPDATE SKIP LOCKED
      ), claimed AS (
        UPDATE ${schema}.deliveries d SET leased_until = ${CLOCK} + $2, attempt = attempt + 1
        FROM due WHERE d.id = due.id RETURNING d.id, d.subject, d.seq, d.attempt, d.due
      )
      SELECT c.id, c.subject, c.attempt, ${eventColumns('e')} FROM claimed c
      LEFT JOIN ${schema}.events e ON e.subject = c.subject AND e.seq = c.seq ORDER BY c.due, c.id`
  return {
    put: `SELECT ${schema}.put_subject($1, $2, $3, $4, $5, $6, $7) AS outcome`,
    get: `SELECT data FROM ${schema}.subjects WHERE id = $1`,
    holder: `
      SELECT data FROM ${schema}.subjects WHERE id = (SELECT subject FROM ${schema}.slots WHERE slot = $1)`,
    append: `
      WITH paid AS (UPDATE ${schema}.subjects SET kind = 'charge' WHERE id = $1 AND kind = 'unpaid' AND $9)
      SELECT ${schema}.append_event($1, $2, $3, $4, $5, $6, $7, $8) AS outcome`,
    read: `SELECT ${eventColumns('e')} FROM ${schema}.events e WHERE subject = $1 AND seq > $2 ORDER BY seq`,
    claim: { event: claim('seq > 0'), wake: claim('seq = 0') },
    // A delivery that waits for its next attempt is not leased.
    renew: `
      UPDATE ${schema}.deliveries d SET leased_until = ${CLOCK} + $3
      FROM unnest($1::bigint[], $2::integer[]) AS c(id, attempt)
      WHERE d.id = c.id AND d.attempt = c.attempt AND leased_until > 0`,
    done: `DELETE FROM ${schema}.deliveries WHERE id = $1 AND attempt = $2`,
    doneWithoutBody: `
      WITH done AS (DELETE FROM ${schema}.deliveries WHERE id = $1 AND attempt = $2 RETURNING subject, seq)
      UPDATE ${schema}.events e SET body = NULL FROM done WHERE e.subject = done.subject AND e.seq = done.seq`,
    retry: `UPDATE ${schema}.deliveries SET due = $3, leased_until = 0 WHERE id = $1 AND attempt = $2`,
    dead: `UPDATE ${schema}.deliveries SET dead = true WHERE id = $1 AND attempt = $2`,
    revive: `UPDATE ${schema}.deliveries SET dead = false, attempt = 0, leased_until = 0, due = $1 WHERE dead`,
    redeliver: `
      INSERT INTO ${schema}.deliveries AS d (subject, seq, due)
        SELECT subject, seq, $3 FROM ${schema}.events WHERE subject = $1 AND seq = $2
      ON CONFLICT (subject, seq) WHERE seq > 0 DO UPDATE SET due = excluded.due, dead = false,
        attempt = CASE WHEN d.dead THEN 0 ELSE d.attempt END,
        -- A running delivery is not due before its lease ends.
        leased_until = CASE WHEN d.dead THEN 0 ELSE d.leased_until END
      RETURNING id`,
    events: (state: EventState | undefined) => `
      SELECT ${LISTED_COLUMNS} FROM ${schema}.events e
      LEFT JOIN ${schema}.deliveries d ON d.subject = e.subject AND d.seq = e.seq
      WHERE (e.at, e.subject, e.seq) < ($1, $2, $3) AND ${LISTED_TYPES}
      AND ($5::text IS NULL OR e.subject = $5) ${STATES[state ?? 'any']}
      ORDER BY e.at DESC, e.subject DESC, e.seq DESC LIMIT $4`,
    outbox: `
      SELECT COUNT(*) FILTER (WHERE NOT dead) AS waiting, MIN(e.at) FILTER (WHERE NOT dead) AS oldest,
        COUNT(*) FILTER (WHERE dead) AS dead
      FROM ${schema}.deliveries d JOIN ${schema}.events e ON e.subject = d.subject AND e.seq = d.seq`,
    take: `
      INSERT INTO ${schema}.windows AS w VALUES ($1, $2::bigint + $3::bigint, 1)
      ON CONFLICT (key) DO UPDATE SET
        taken = CASE WHEN w.ends_at > $2 AND w.ends_at <= $2::bigint + $3 THEN w.taken + 1 ELSE 1 END,
        ends_at = CASE WHEN w.ends_at > $2 AND w.ends_at <= $2::bigint + $3 THEN w.ends_at ELSE $2::bigint + $3 END
      -- A window that ends later than one beginning now would is from before the clock was set back.
      WHERE w.taken < $4 OR w.ends_at <= $2 OR w.ends_at > $2::bigint + $3
      RETURNING taken`,
    windowEnd: `SELECT ends_at FROM ${schema}.windows WHERE key = $1`,
    pruneBodies: `
      WITH old AS (
        SELECT subject, seq, at FROM ${schema}.events e WHERE body IS NOT NULL AND at < $1 AND at >= $2
        AND NOT EXISTS (SELECT FROM ${schema}.deliveries d WHERE d.subject = e.subject AND d.seq = e.seq)
        ORDER BY at LIMIT ${PRUNE_ROWS}
      )
      UPDATE ${schema}.events e SET body = NULL FROM old WHERE e.subject = old.subject AND e.seq = old.seq
      RETURNING e.at AS time`,
    ended: endedOf(''),
    // An intent that can no longer be read is not needed, and its charge contains its terms.
    endedIntents: endedOf("kind = 'intent' AND"),
    unpaid: endedOf("kind = 'unpaid' AND"),
    orphans: `
      SELECT subject AS id, last_at AS time FROM ${schema}.cursors c WHERE last_at < $1 AND last_at >= $2
      AND NOT EXISTS (SELECT FROM ${schema}.subjects s WHERE s.id = c.subject) AND NOT ${isWaiting('c.subject')}
      ORDER BY last_at LIMIT ${PRUNE_ROWS}`,
    pruneWindows: `
      DELETE FROM ${schema}.windows WHERE key IN (
        SELECT key FROM ${schema}.windows WHERE ends_at < $1 AND ends_at >= $2 ORDER BY ends_at LIMIT ${PRUNE_ROWS})
      RETURNING ends_at AS time`,
    erase: `
      WITH a AS (DELETE FROM ${schema}.subjects WHERE id = ANY($1)),
        b AS (DELETE FROM ${schema}.slots WHERE subject = ANY($1)),
        c AS (DELETE FROM ${schema}.events WHERE subject = ANY($1)),
        d AS (DELETE FROM ${schema}.deliveries WHERE subject = ANY($1))
      DELETE FROM ${schema}.cursors WHERE subject = ANY($1)`,
    cursors: `SELECT subject, last_seq FROM ${schema}.cursors WHERE subject = ANY($1)`,
  }
}
