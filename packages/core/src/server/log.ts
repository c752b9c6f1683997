import { messageReference } from '../client/reference.js'
import type { LogCode } from '../foundation/message-codes.js'

/** The fields of a line of the log. Values never contain a secret, an e-mail address or an invoice. */
export interface LogFields {
  /** What the line reports. The code stays the same when the message is worded differently. */
  code: LogCode
  /** The URL of the section that explains the code. Only warnings and errors have it. */
  docs?: string | undefined
  /** The facts. */
  [field: string]: unknown
}

/** The methods of a logger that the BFF and its providers use, such as a pino logger. */
export interface Log {
  /** A normal event. */
  info(fields: LogFields, message: string): void
  /** A failure that is retried, or a refused request. */
  warn(fields: LogFields, message: string): void
  /** A failure that an operator has to fix. */
  error(fields: LogFields, message: string): void
}

/** The default: warnings and errors go to the console. */
export const consoleLog: Log = {
  info() {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
}

/** Wraps a log and adds fields to each line that does not have them. */
export function logWith(log: Log, common: Partial<LogFields>): Log {
  return mapLog(log, (fields) => ({ ...common, ...fields }))
}

/** Wraps a log and adds the field `docs` to warnings and errors. */
export function logWithDocs(log: Log): Log {
  return mapLog(log, (fields, level) =>
    level === 'info' ? fields : { ...fields, docs: messageReference(fields.code) },
  )
}

function mapLog(log: Log, change: (fields: LogFields, level: keyof Log) => LogFields): Log {
  const write = (level: keyof Log) => (fields: LogFields, message: string) =>
    log[level](change(fields, level), message)
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
