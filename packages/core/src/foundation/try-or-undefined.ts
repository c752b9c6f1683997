/** The result of the work, or undefined if it throws any error. */
export function tryOrUndefined<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
