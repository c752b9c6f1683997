import type { Log } from '@leyden/core'

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
