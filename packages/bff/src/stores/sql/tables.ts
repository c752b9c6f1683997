/**
 * The number of this version's tables. Lower numbers were used before the first release: an empty database gets the
 * tables, and any other one is refused.
 */
export const SCHEMA = 11

/** Checks that a database has the tables of this version, or none. @throws Error with its name, if they are others. */
export function checkSchema(schema: number, name: string): void {
  if (schema !== 0 && schema !== SCHEMA)
    throw new Error(
      `${name} has schema ${schema} of another version of Leyden; this version has schema ${SCHEMA}. Use the version that wrote it, or move it away to begin with an empty one.`,
    )
}

/** Rows that lists find without a reference or an address. */
export const LISTED = "kind IN ('charge', 'ramp')"

/**
 * A row, an event, and the delivery of an event as columns of it. Times are Unix milliseconds; `data` and `facts` are
 * JSON as text, because Postgres refuses U+0000 in `jsonb`.
 *
 * @param position the type of a primary key whose numbers ascend.
 * @param bytes the type of bytes.
 */
export const tables = ({ position, bytes }: Record<'position' | 'bytes', string>) => `
  CREATE TABLE rows (
    id TEXT PRIMARY KEY, version BIGINT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL,
    keep TEXT NOT NULL, until BIGINT NOT NULL, created BIGINT NOT NULL,
    reference TEXT, address TEXT, in_review BOOLEAN NOT NULL, data TEXT NOT NULL
  );
  CREATE INDEX rows_by_end ON rows (keep, until, id);
  CREATE INDEX rows_by_creation ON rows (kind, created, id) WHERE ${LISTED};
  CREATE INDEX rows_by_reference ON rows (kind, reference, created, id) WHERE reference IS NOT NULL;
  CREATE INDEX rows_by_address ON rows (kind, address, created, id) WHERE address IS NOT NULL;
  CREATE INDEX rows_in_review ON rows (kind, created, id) WHERE in_review;

  CREATE TABLE events (
    position ${position},
    -- With the number 0, the time when the row wakes.
    subject TEXT NOT NULL, seq INTEGER NOT NULL, key TEXT NOT NULL, hash TEXT NOT NULL, type TEXT NOT NULL,
    at BIGINT NOT NULL, conflict BOOLEAN NOT NULL, facts TEXT NOT NULL, body ${bytes},
    -- Its delivery. due: null if there is none. head: whether it is set aside, or nothing of its row waits before it, so
    -- that claims look at these alone, however long the queues are.
    due BIGINT, urgent BOOLEAN NOT NULL, head BOOLEAN NOT NULL, aside BOOLEAN NOT NULL DEFAULT FALSE,
    dead BOOLEAN NOT NULL DEFAULT FALSE, leased_until BIGINT NOT NULL DEFAULT 0, attempt INTEGER NOT NULL DEFAULT 0,
    failed_alone INTEGER NOT NULL DEFAULT 0, tried_at BIGINT, failure TEXT,
    UNIQUE (subject, seq)
  );
  CREATE UNIQUE INDEX events_once ON events (subject, key, hash) WHERE seq > 0;
  CREATE INDEX events_by_due ON events (urgent, due, position) WHERE head AND seq > 0;
  -- A backlog of events must not slow down the search for due charges.
  CREATE INDEX wakes_by_due ON events (due, position) WHERE head AND seq = 0;
  CREATE INDEX events_in_outbox ON events (subject, seq) WHERE due IS NOT NULL AND seq > 0;
  CREATE INDEX events_failed ON events (dead) WHERE dead OR aside;
  CREATE INDEX events_by_time ON events (at, subject, seq) WHERE seq > 0;
  CREATE INDEX events_with_body ON events (at, position) WHERE body IS NOT NULL;
`
