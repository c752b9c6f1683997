import { rampFixtureNow } from './ramp-variants.js'

/** It is always 1:40 before the fixtures' session ends, so that a picture of it is always the same. */
export function stopClock(): () => void {
  const { now } = Date
  Date.now = () => rampFixtureNow.getTime()
  return () => {
    Date.now = now
  }
}
