import { LeydenError, type Log } from '@leyden/core'
import { createWindowCounter } from '../../kernel/limits/window-counter.js'

/** Refuses requests with a wrong admin token. */
export interface WrongTokens {
  /**
   * Returns the error for a request with a wrong token: at once for the first few of a minute, and then
   * `RATE_LIMITED`, after a second.
   *
   * @param ip null if the host does not pass the client's address.
   */
  refuse(ip: string | null): Promise<LeydenError>
  /** Logs what is not logged yet. */
  close(): void
}

const MINUTE_MS = 60_000
/** So many wrong tokens of a minute are answered at once: enough for a server with an old token to be understood. */
const AT_ONCE = { ofAddress: 10, inAll: 60 }
const SLOW_MS = 1_000
/** More are refused without a wait, so that a flood does not keep connections open. */
const MOST_WAITING = 32

/** Slows wrong tokens down, per address and in all, and logs them in one line a minute. */
export function createWrongTokens(log: Log, now: () => Date): WrongTokens {
  // In this process, so that a flood does not become one of writes to the store.
  const take = createWindowCounter()
  const logged = createLine(log)
  let waiting = 0

  async function isAnsweredAtOnce(ip: string | null): Promise<boolean> {
    const ofAddress = await take(`address ${ip}`, AT_ONCE.ofAddress, MINUTE_MS, now())
    // What is refused here does not count in all, so a flood of one address does not slow down others.
    return ofAddress.allowed && (await take('all', AT_ONCE.inAll, MINUTE_MS, now())).allowed
  }

  return {
    async refuse(ip) {
      if (await isAnsweredAtOnce(ip)) {
        logged.add({ client: ip, isSlowed: false })
        return new LeydenError('SIGN_IN_REQUIRED', 'This route requires the admin token as a bearer token.')
      }
      logged.add({ client: ip, isSlowed: true })
      if (waiting < MOST_WAITING) {
        waiting++
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
        waiting--
      }
      return new LeydenError('RATE_LIMITED', 'Too many requests with a wrong admin token. Check the token.', {
        retryAfterMs: MINUTE_MS,
      })
    },
    close: logged.close,
  }
}

/** A line of the log that is written at once, and then once a minute with the number of requests since. */
function createLine(log: Log) {
  let count = 0
  let slowed = 0
  let client: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function write(): void {
    if (count === 0) return
    log.warn(
      { code: 'ADMIN_TOKEN_WRONG', count, slowed, client },
      'Requests to admin routes had a wrong token',
    )
    count = 0
    slowed = 0
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
    add(request: { client: string | null; isSlowed: boolean }): void {
      count++
      if (request.isSlowed) slowed++
      client = request.client ?? undefined
      if (timer === undefined) writeAndWait()
    },
    close(): void {
      clearTimeout(timer)
      write()
    },
  }
}
