import type { Log } from '@leyden/bff'

/** The number of equal lines that are written within a window; further ones are counted. */
const LINES_PER_WINDOW = 10
const WINDOW_MS = 60_000
const MOST_KINDS = 200

/**
 * Wraps a log so that an outage does not flood it: of warnings and errors with the same message and reason it writes
 * some, and adds the number of omitted ones to the next line of that kind.
 */
export function limitRepeats(log: Log, now: () => number = Date.now): Log {
  const kinds = new Map<string, { endsAtMs: number; lines: number }>()
  const limited =
    (level: 'warn' | 'error'): Log['warn'] =>
    (fields, message) => {
      const { errorCode = '', reason = '' } = fields
      // The first line of a stack, without numbers, because these may differ although the cause is the same.
      const key = `${level} ${message} ${errorCode} ${String(reason).split('\n')[0]?.replace(/\d+/g, '0')}`
      const last = kinds.get(key)
      const isSameWindow = last !== undefined && last.endsAtMs > now()
      const kind = isSameWindow ? last : { endsAtMs: now() + WINDOW_MS, lines: 0 }
      kinds.delete(key)
      kinds.set(key, kind)
      const [oldest = ''] = kinds.keys()
      if (kinds.size > MOST_KINDS) kinds.delete(oldest)
      kind.lines++
      if (kind.lines > LINES_PER_WINDOW) return
      const leftOut = isSameWindow || !last ? 0 : Math.max(last.lines - LINES_PER_WINDOW, 0)
      log[level](leftOut > 0 ? { ...fields, leftOut } : fields, message)
    }
  return {
    info: (fields, message) => log.info(fields, message),
    warn: limited('warn'),
    error: limited('error'),
  }
}
