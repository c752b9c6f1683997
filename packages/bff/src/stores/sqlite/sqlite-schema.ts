import type { Database } from 'libsql'
import { type Migration, missingMigrations, newestSchema } from '../sql/migrations.js'
import { type FoundBy, LISTED } from '../sql/sql-reads.js'

/**
 * The reference whose order a subject belongs to. The index has exactly this expression. The cast lets it be compared
 * with a column.
 */
export const REFERENCE_OF = `CAST(CASE
    WHEN kind = 'intent' OR (kind = 'charge' AND data ->> 'intent') THEN data ->> 'reference'
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
 * A charge or session per row, an event per row, and a row in `deliveries` while a delivery is pending.
 *
 * Lower numbers were used before the first release.
 */
const MIGRATIONS: readonly Migration[] = [
  {
    schema: 10,
    sql: `
  CREATE TABLE subjects (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, watch_until INTEGER NOT NULL, data TEXT NOT NULL
  ) WITHOUT ROWID;
  -- Retention must find old rows without reading the new ones.
  CREATE INDEX subjects_by_end ON subjects (watch_until);
  CREATE INDEX intents_by_end ON subjects (watch_until) WHERE kind = 'intent';
  CREATE INDEX unpaid_by_end ON subjects (watch_until) WHERE kind = 'unpaid';
  CREATE INDEX subjects_by_reference ON subjects (${REFERENCE_OF}, kind) WHERE ${REFERENCE_OF} IS NOT NULL;
  -- For the lists and searches of operators. An index for each kind, because they are listed apart.
  ${(['charge', 'ramp'] as const)
    .map(
      (kind) => `
  CREATE INDEX ${kind}s_by_creation ON subjects (${createdAt}, id) WHERE ${LISTED[kind]};
  CREATE INDEX ${kind}s_by_address ON subjects (${address}, ${createdAt}, id) WHERE ${LISTED[kind]};
  CREATE INDEX ${kind}s_by_reference ON subjects (${reference}, ${createdAt}, id) WHERE ${LISTED[kind]};`,
    )
    .join('')}

  CREATE TABLE slots (slot TEXT PRIMARY KEY, subject TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX slots_by_subject ON slots (subject);

  -- The terms that count for a reference.
  CREATE TABLE orders (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    reference TEXT NOT NULL UNIQUE, watch_until INTEGER NOT NULL, data TEXT NOT NULL
  );
  CREATE INDEX orders_by_end ON orders (watch_until);

  CREATE TABLE events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL, seq INTEGER NOT NULL, key TEXT NOT NULL, hash TEXT NOT NULL, type TEXT NOT NULL,
    at INTEGER NOT NULL, conflict INTEGER NOT NULL, facts TEXT NOT NULL, body BLOB,
    UNIQUE (subject, seq), UNIQUE (subject, key, hash)
  );
  CREATE INDEX events_by_time_and_subject ON events (at, subject);
  CREATE INDEX events_with_body_by_time ON events (at) WHERE body IS NOT NULL;

  -- The state of a charge or session after its first seq events.
  CREATE TABLE states (subject TEXT PRIMARY KEY, seq INTEGER NOT NULL, data TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX states_in_review ON states (subject) WHERE ${FOUND_BY.inReview.replace('r.', '')};

  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL, seq INTEGER NOT NULL, due INTEGER NOT NULL, leased_until INTEGER NOT NULL DEFAULT 0,
    attempt INTEGER NOT NULL DEFAULT 0, dead INTEGER NOT NULL DEFAULT 0,
    -- Whether it is set aside, or nothing of the same subject stands before it: claims look at these alone, however
    -- long the queues are.
    first INTEGER NOT NULL,
    paid INTEGER NOT NULL, set_aside INTEGER NOT NULL DEFAULT 0, failed_alone INTEGER NOT NULL DEFAULT 0,
    tried_at INTEGER NOT NULL DEFAULT 0, failure TEXT
  );
  CREATE INDEX events_by_due ON deliveries (paid, due) WHERE first = 1 AND dead = 0 AND seq > 0;
  -- A backlog of events must not slow down the search for due charges.
  CREATE INDEX wakes_by_due ON deliveries (due) WHERE first = 1 AND dead = 0 AND seq = 0;
  CREATE INDEX deliveries_dead ON deliveries (dead) WHERE dead = 1;
  CREATE INDEX deliveries_by_subject ON deliveries (subject, seq);
  `,
  },
]

export const SCHEMA = newestSchema(MIGRATIONS)

/**
 * Gives a file the tables of this version. If two processes start at once, the second one waits and finds them.
 *
 * @throws Error for a file of another version.
 */
export function migrate(database: Database, path: string): void {
  if (lackedBy(database, path).length === 0) return
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const sql of lackedBy(database, path)) database.exec(sql)
    database.exec(`PRAGMA user_version = ${SCHEMA}`)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

/**
 * The SQL that a file lacks.
 *
 * @throws Error for a file of another version.
 */
export function lackedBy(database: Database, name: string): string[] {
  return missingMigrations(MIGRATIONS, schemaOf(database), name)
}

/** 0 if the file is empty, or not a store. */
export function schemaOf(database: Database): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
}
