/** The statements of the store on one schema. Each is atomic by itself, so none needs a transaction around it. */
export function statements(schema: string) {
  const eventColumns = (alias: string) =>
    ['seq', 'key', 'hash', 'type', 'at', 'conflict', 'facts', 'body']
      .map((name) => `${alias}.${name}`)
      .join(', ')
  return {
    put: `SELECT ${schema}.put_subject($1, $2, $3, $4, $5, $6, $7) AS outcome`,
    get: `SELECT data FROM ${schema}.subjects WHERE id = $1`,
    holder: `
      SELECT data FROM ${schema}.subjects WHERE id = (SELECT subject FROM ${schema}.slots WHERE slot = $1)`,
    append: `SELECT ${schema}.append_event($1, $2, $3, $4, $5, $6, $7, $8) AS outcome`,
    read: `SELECT ${eventColumns('e')} FROM ${schema}.events e WHERE subject = $1 AND seq > $2 ORDER BY seq`,
    claim: `
      WITH due AS (
        SELECT id FROM ${schema}.deliveries d WHERE NOT dead AND due <= $1 AND leased_until <= $1
        AND NOT EXISTS (SELECT FROM ${schema}.deliveries e
          WHERE e.subject = d.subject AND e.seq > 0 AND e.seq < d.seq AND NOT e.dead)
        ORDER BY due, id LIMIT $3 FOR UPDATE SKIP LOCKED
      ), claimed AS (
        UPDATE ${schema}.deliveries d SET leased_until = $1 + $2, attempt = attempt + 1
        FROM due WHERE d.id = due.id RETURNING d.id, d.subject, d.seq, d.attempt, d.due
      )
      SELECT c.id, c.subject, c.attempt, ${eventColumns('e')} FROM claimed c
      LEFT JOIN ${schema}.events e ON e.subject = c.subject AND e.seq = c.seq ORDER BY c.due, c.id`,
    done: `DELETE FROM ${schema}.deliveries WHERE id = $1`,
    doneWithoutBody: `
      WITH done AS (DELETE FROM ${schema}.deliveries WHERE id = $1 RETURNING subject, seq)
      UPDATE ${schema}.events e SET body = NULL FROM done WHERE e.subject = done.subject AND e.seq = done.seq`,
    retry: `UPDATE ${schema}.deliveries SET due = $2, leased_until = 0 WHERE id = $1`,
    dead: `UPDATE ${schema}.deliveries SET dead = true WHERE id = $1`,
    revive: `UPDATE ${schema}.deliveries SET dead = false, attempt = 0, leased_until = 0, due = $1 WHERE dead`,
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
      UPDATE ${schema}.events e SET body = NULL WHERE at < $1 AND body IS NOT NULL
      AND NOT EXISTS (SELECT FROM ${schema}.deliveries d WHERE d.subject = e.subject AND d.seq = e.seq)`,
    ended: `
      SELECT id FROM ${schema}.subjects s WHERE watch_until < $1
      AND NOT EXISTS (SELECT FROM ${schema}.deliveries d WHERE d.subject = s.id AND NOT d.dead)
      LIMIT 1000`,
    // An intent that can no longer be read is useless, and its charge has all its terms.
    endedIntents: `
      SELECT id FROM ${schema}.subjects WHERE watch_until < $1 AND kind = 'intent' LIMIT 1000`,
    orphans: `
      SELECT subject AS id FROM ${schema}.cursors c WHERE last_at < $1
      AND NOT EXISTS (SELECT FROM ${schema}.subjects s WHERE s.id = c.subject)
      AND NOT EXISTS (SELECT FROM ${schema}.deliveries d WHERE d.subject = c.subject AND NOT d.dead)
      LIMIT 1000`,
    pruneWindows: `DELETE FROM ${schema}.windows WHERE ends_at < $1`,
    erase: `
      WITH a AS (DELETE FROM ${schema}.subjects WHERE id = ANY($1)),
        b AS (DELETE FROM ${schema}.slots WHERE subject = ANY($1)),
        c AS (DELETE FROM ${schema}.events WHERE subject = ANY($1)),
        d AS (DELETE FROM ${schema}.deliveries WHERE subject = ANY($1))
      DELETE FROM ${schema}.cursors WHERE subject = ANY($1)`,
    cursors: `SELECT subject, last_seq FROM ${schema}.cursors WHERE subject = ANY($1)`,
  }
}
