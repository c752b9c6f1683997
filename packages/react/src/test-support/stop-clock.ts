import { rampFixtureNow } from './ramp-variants.js'

/** The real clock, read once: a second `stopClock` would otherwise take the stopped clock for the real one. */
const { now: realNow } = Date

/** Stops the clock 1:40 before the fixtures' session ends, so that its picture is always the same. */
export function stopClock(): () => void {
  Date.now = () => rampFixtureNow.getTime()
  return startClock
}

export function startClock(): void {
  Date.now = realNow
}
