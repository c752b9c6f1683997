/**
 * The methods of a logger that the BFF and its providers use, such as a pino logger. Values never contain a secret, an
 * e-mail address or an invoice.
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
