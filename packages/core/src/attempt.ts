/** What the work returns; undefined where it throws, whatever the reason. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
