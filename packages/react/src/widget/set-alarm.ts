import type { ServerClock } from '@leyden/core'

/** The longest delay of `setTimeout`, in milliseconds. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Calls `act` once, when the server's clock has reached a time; never before this function returns. */
export function setAlarm(clock: ServerClock, moment: Date, act: () => void) {
  let isDone = false
  const check = () => {
    if (isDone) return
    clearTimeout(timer)
    const delayMs = moment.getTime() - clock.now().getTime()
    if (delayMs > 0) {
      timer = setTimeout(check, Math.min(delayMs, MAX_DELAY_MS))
      return
    }
    isDone = true
    act()
  }
  let timer = setTimeout(check, 0)
  return {
    /** Checks the clock at once. Call it after a sleep of the device, during which timers stop. */
    check,
    cancel: () => {
      isDone = true
      clearTimeout(timer)
    },
  }
}

export type Alarm = ReturnType<typeof setAlarm>
