import type { ServerClock } from '@leyden/core'
import { callAll } from '@leyden/core/internal'
import { onReturn } from './on-return.js'

/** The longest delay of `setTimeout`, in milliseconds. */
const MAX_DELAY_MS = 2 ** 31 - 1

/**
 * Calls `act` once, when the server's clock has reached a time; never before this function returns. Timers stop while a
 * device sleeps, so the clock is checked when the person returns too.
 *
 * @returns a function that cancels it
 */
export function setAlarm(clock: ServerClock, moment: Date, act: () => void): () => void {
  let isDone = false
  const check = () => {
    clearTimeout(timer)
    const delayMs = moment.getTime() - clock.now().getTime()
    if (delayMs > 0) timer = setTimeout(check, Math.min(delayMs, MAX_DELAY_MS))
    else if (!isDone) {
      isDone = true
      act()
    }
  }
  let timer = setTimeout(check, 0)
  return callAll([onReturn(check), () => clearTimeout(timer)])
}
