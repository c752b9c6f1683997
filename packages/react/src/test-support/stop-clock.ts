import { rampFixtureNow } from './ramp-variants.js'

/** The running clock. A clock that is stopped twice would start again at once. */
const { now } = Date

/** Stops the clock 1:40 before the fixtures' session ends, so that its picture is always the same. */
export function stopClock(): () => void {
  Date.now = () => rampFixtureNow.getTime()
  return startClock
}

export function startClock(): void {
  Date.now = now
}
