import { isLeydenError } from '@leyden/core'

/** The code or class of an error of foreign code, for a log line: its message may contain a secret. */
export function errorName(error: unknown): string {
  if (isLeydenError(error)) return error.code
  return error instanceof Error ? error.name : 'unknown'
}
