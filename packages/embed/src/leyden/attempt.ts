import { messageReference } from '@leyden/core/internal'

/** Runs a step that may throw. An error is logged, and the next steps still run. */
export function attempt(step: () => void, failure: string): void {
  try {
    step()
  } catch (error) {
    console.error(`${failure} See ${messageReference('a-function-of-the-page-failed')}`, error)
  }
}
