/**
 * The message of a thrown value, for a log line. Native modules throw errors that are not instances of this realm's
 * `Error`.
 */
export function reasonOf(error: unknown): string {
  const { message } = Object(error) as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}
