/**
 * The methods of a logger that the BFF uses, such as a pino logger. Values never contain a secret, an e-mail address or
 * an invoice.
 */
export interface Log {
  /** A normal event. */
  info(fields: object, message: string): void
  /** A failure that is retried, or a refused request. */
  warn(fields: object, message: string): void
  /** A failure that an operator has to fix. */
  error(fields: object, message: string): void
}

/** The default: warnings and errors go to the console. */
export const consoleLog: Log = {
  info() {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
}

/**
 * The message of a thrown value, for a log line. Native modules throw errors that are not instances of this realm's
 * `Error`.
 */
export function reasonOf(error: unknown): string {
  const { message } = Object(error) as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}

/** Wraps a log and adds the same fields to each line. */
export function logWith(log: Log, common: object): Log {
  return mapLog(log, (fields) => ({ ...common, ...fields }))
}

/** Wraps a log and changes the fields of each line. */
export function mapLog(log: Log, change: (fields: object, message: string, level: keyof Log) => object): Log {
  const write = (level: keyof Log) => (fields: object, message: string) =>
    log[level](change(fields, message, level), message)
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
