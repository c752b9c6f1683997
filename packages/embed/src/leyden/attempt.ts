/** Runs a step that may throw: it is reported, and what comes next still happens. */
export function attempt(step: () => void, failure: string): void {
  try {
    step()
  } catch (error) {
    console.error(failure, error)
  }
}
