import { messageReference } from '@leyden/core/internal'

/** Runs a step that may throw: it is reported, and what comes next still happens. */
export function attempt(step: () => void, failure: string): void {
  try {
    step()
  } catch (error) {
    console.error(`${failure} See ${messageReference('a-function-of-the-page-failed')}`, error)
  }
}
