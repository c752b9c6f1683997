import { rampFixtureNow } from './ramp-variants.js'

/** The running clock: one that is stopped twice starts again at once. */
const { now } = Date

/** It is always 1:40 before the fixtures' session ends, so that a picture of it is always the same. */
export function stopClock(): () => void {
  Date.now = () => rampFixtureNow.getTime()
  return startClock
}

export function startClock(): void {
  Date.now = now
}
