import { LeydenError, type Log } from '@leyden/core'
import { WRONG_TOKEN } from '../../kernel/http/route.js'
import { equalInConstantTime } from '../../kernel/tokens/constant-time.js'

/** Checks the admin token of requests. */
export interface AdminToken {
  /**
   * Accepts the right token at once.
   *
   * @param ip null if the host does not pass the client's address.
   * @throws LeydenError `SIGN_IN_REQUIRED` after a second; while many wait already, `RATE_LIMITED` at once.
   */
  check(sent: string, ip: string | null): Promise<void>
  /** Logs what is not logged yet. */
  close(): void
}

const MINUTE_MS = 60_000
const SLOW_MS = 1_000
/** More are refused without a wait, so that a flood does not keep connections open. */
const MOST_WAITING = 32

/** Slows wrong tokens down, and logs them in one line a minute. */
export function createAdminToken(token: string, log: Log): AdminToken {
  const logged = createLine(log)
  let waiting = 0
  return {
    async check(sent, ip) {
      if (equalInConstantTime(sent, token)) return
      logged.add(ip)
      const reason = WRONG_TOKEN
      if (waiting >= MOST_WAITING)
        throw new LeydenError(
          'RATE_LIMITED',
          'Too many requests with a wrong admin token. Check the token.',
          {
            reason,
            retryAfterMs: SLOW_MS,
          },
        )
      waiting++
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      waiting--
      throw new LeydenError('SIGN_IN_REQUIRED', 'The admin token is missing or wrong.', { reason })
    },
    close: logged.close,
  }
}

/** A line of the log that is written at once, and then once a minute with the number of requests since. */
function createLine(log: Log) {
  let count = 0
  let client: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function write(): void {
    if (count === 0) return
    log.warn({ code: 'ADMIN_TOKEN_WRONG', count, client }, 'Requests to admin routes had a wrong token')
    count = 0
  }

  function writeAndWait(): void {
    timer = undefined
    if (count === 0) return
    write()
    timer = setTimeout(writeAndWait, MINUTE_MS)
    // The line must not keep the process alive. Outside Node a timer is a number.
    timer.unref?.()
  }

  return {
    add(ip: string | null): void {
      count++
      client = ip ?? undefined
      if (timer === undefined) writeAndWait()
    },
    close(): void {
      clearTimeout(timer)
      write()
    },
  }
}
