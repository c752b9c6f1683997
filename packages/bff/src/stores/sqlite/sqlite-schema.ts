import type { Database } from 'libsql'
import { type Migration, migrationSteps } from '../sql/migrations.js'
import { type FoundBy, LISTED } from '../sql/sql-reads.js'

/**
 * The reference whose order a subject belongs to, of rows of every version. The index has exactly this expression. The
 * cast lets it be compared with a column.
 */
export const REFERENCE_OF = `CAST(CASE
    WHEN kind IN ('intent', 'signed') OR (kind = 'charge' AND data ->> 'intent') THEN data ->> 'reference'
  END AS TEXT)`

/** The SQL of what lists of subjects are found by. The indexes have exactly these expressions. */
export const FOUND_BY: FoundBy = {
  order: REFERENCE_OF,
  createdAt: "(data ->> 'createdAt')",
  reference: "CAST(COALESCE(data ->> 'reference', data ->> 'referenceId') AS TEXT)",
  address: "CAST(COALESCE(data ->> 'lnaddress', data ->> 'destination') AS TEXT)",
  // `states` has a column of the same name as `subjects`, and the name of the table cannot be part of an index.
  inReview: "r.data -> 'shown' -> 'state' ->> 'status' = 'needs_review'",
}
const { createdAt, reference, address } = FOUND_BY

/**
 * One entry per version of the schema. A charge per row, an event per row, and a row in `deliveries` while a delivery is pending.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    up: `
  CREATE TABLE subjects (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, watch_until INTEGER NOT NULL, data TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX subjects_by_end ON subjects (watch_until);

  CREATE TABLE slots (slot TEXT PRIMARY KEY, subject TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX slots_by_subject ON slots (subject);

  CREATE TABLE events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL, seq INTEGER NOT NULL, key TEXT NOT NULL, hash TEXT NOT NULL, type TEXT NOT NULL,
    at INTEGER NOT NULL, conflict INTEGER NOT NULL, facts TEXT NOT NULL, body BLOB,
    UNIQUE (subject, seq), UNIQUE (subject, key, hash)
  );
  CREATE INDEX events_by_time ON events (at);

  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL, seq INTEGER NOT NULL, due INTEGER NOT NULL, leased_until INTEGER NOT NULL DEFAULT 0,
    attempt INTEGER NOT NULL DEFAULT 0, dead INTEGER NOT NULL DEFAULT 0,
    -- Whether nothing of the same subject stands before it: claims look at these alone, however long the queues are.
    first INTEGER NOT NULL
  );
  CREATE INDEX deliveries_by_due ON deliveries (due) WHERE first = 1 AND dead = 0;
  CREATE INDEX deliveries_dead ON deliveries (dead) WHERE dead = 1;
  CREATE INDEX deliveries_by_subject ON deliveries (subject, seq);
  `,
  },
  // For retention, which must find old rows without reading the new ones.
  {
    up: `
  DROP INDEX events_by_time;
  CREATE INDEX events_by_time_and_subject ON events (at, subject);
  CREATE INDEX events_with_body_by_time ON events (at) WHERE body IS NOT NULL;
  CREATE INDEX intents_by_end ON subjects (watch_until) WHERE kind = 'intent';
  `,
    down: `
  DROP INDEX events_by_time_and_subject;
  DROP INDEX events_with_body_by_time;
  DROP INDEX intents_by_end;
  CREATE INDEX events_by_time ON events (at);
  `,
  },
  // A backlog of events must not slow down the search for due charges.
  {
    up: `
  DROP INDEX deliveries_by_due;
  CREATE INDEX events_by_due ON deliveries (due) WHERE first = 1 AND dead = 0 AND seq > 0;
  CREATE INDEX wakes_by_due ON deliveries (due) WHERE first = 1 AND dead = 0 AND seq = 0;
  `,
    down: `
  DROP INDEX events_by_due;
  DROP INDEX wakes_by_due;
  CREATE INDEX deliveries_by_due ON deliveries (due) WHERE first = 1 AND dead = 0;
  `,
  },
  // Older charges keep the kind `charge` and its retention time.
  {
    up: "CREATE INDEX unpaid_by_end ON subjects (watch_until) WHERE kind = 'unpaid'",
    down: "DROP INDEX unpaid_by_end; UPDATE subjects SET kind = 'charge' WHERE kind = 'unpaid'",
  },
  // The terms that count for a reference. An intent that an earlier version stores keeps the kind `intent`.
  {
    up: `
  CREATE TABLE orders (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    reference TEXT NOT NULL UNIQUE, watch_until INTEGER NOT NULL, data TEXT NOT NULL
  );
  CREATE INDEX orders_by_end ON orders (watch_until);
  CREATE INDEX signed_by_end ON subjects (watch_until) WHERE kind = 'signed';
  CREATE INDEX subjects_by_reference ON subjects (${REFERENCE_OF}, kind) WHERE ${REFERENCE_OF} IS NOT NULL;
  `,
    down: `
  DROP INDEX subjects_by_reference;
  DROP INDEX signed_by_end;
  DROP TABLE orders;
  UPDATE subjects SET kind = 'intent' WHERE kind = 'signed';
  `,
  },
  // The state of a charge or session after its first `seq` events. An earlier version adds events without changing it.
  // Events are deferred while the endpoint is down, and those that fail alone do not delay others. The program before
  // gives up after 12 attempts.
  {
    up: `
  CREATE TABLE states (subject TEXT PRIMARY KEY, seq INTEGER NOT NULL, data TEXT NOT NULL) WITHOUT ROWID;

  ALTER TABLE deliveries ADD COLUMN deferred INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN paid INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN set_aside INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN failed_alone INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN tried_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN probed_at INTEGER NOT NULL DEFAULT 0;
  UPDATE deliveries SET paid = 1 WHERE EXISTS (SELECT 1 FROM events e
    WHERE e.subject = deliveries.subject AND e.seq = deliveries.seq
    AND (facts ->> 'evidence' IS NOT NULL OR facts ->> 'meaning' = 'completed' OR facts ->> 'releases' IS NOT NULL));
  DROP INDEX events_by_due;
  CREATE INDEX events_by_due ON deliveries (deferred, paid, due) WHERE first = 1 AND dead = 0 AND seq > 0;
  `,
    down: `
  DROP TABLE states;
  DROP INDEX events_by_due;
  UPDATE deliveries SET attempt = 0, first = NOT EXISTS (SELECT 1 FROM deliveries e
    WHERE e.subject = deliveries.subject AND e.seq > 0 AND e.seq < deliveries.seq AND e.dead = 0)
  WHERE seq > 0;
  ${['deferred', 'paid', 'set_aside', 'failed_alone', 'tried_at', 'probed_at']
    .map((column) => `ALTER TABLE deliveries DROP COLUMN ${column};`)
    .join('\n  ')}
  CREATE INDEX events_by_due ON deliveries (due) WHERE first = 1 AND dead = 0 AND seq > 0;
  `,
  },
  // For the lists and searches of operators. An index for each kind, because they are listed apart.
  {
    up: `
  ${(['charge', 'ramp'] as const)
    .map(
      (kind) => `
  CREATE INDEX ${kind}s_by_creation ON subjects (${createdAt}, id) WHERE ${LISTED[kind]};
  CREATE INDEX ${kind}s_by_address ON subjects (${address}, ${createdAt}, id) WHERE ${LISTED[kind]};
  CREATE INDEX ${kind}s_by_reference ON subjects (${reference}, ${createdAt}, id) WHERE ${LISTED[kind]};`,
    )
    .join('')}
  CREATE INDEX states_in_review ON states (subject) WHERE ${FOUND_BY.inReview.replace('r.', '')};
  `,
    down: `
  ${['charge', 'ramp']
    .flatMap((kind) => ['creation', 'address', 'reference'].map((key) => `DROP INDEX ${kind}s_by_${key};`))
    .join('\n  ')}
  DROP INDEX states_in_review;
  `,
  },
  // Why the last attempt of a delivery has failed, for operators.
  {
    up: 'ALTER TABLE deliveries ADD COLUMN failure TEXT',
    down: 'ALTER TABLE deliveries DROP COLUMN failure',
  },
]

export const NEWEST_SCHEMA = MIGRATIONS.length

/**
 * Migrates a file to a version of the schema. If two processes start at once, the second one waits and finds it done.
 *
 * @returns the previous version.
 * @throws Error for an unknown version, and for a file of a newer program.
 */
export function migrate(database: Database, to: number = NEWEST_SCHEMA): number {
  if (to <= NEWEST_SCHEMA && versionOf(database) === to) return to
  database.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(database)
    for (const step of migrationSteps(MIGRATIONS, version, to)) database.exec(step)
    database.exec(`PRAGMA user_version = ${to}`)
    database.exec('COMMIT')
    return version
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

export function versionOf(database: Database): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
}
