// Measures how long a process's own work blocks its event loop.
import { readFileSync } from 'node:fs'

const PERIOD_MS = 5

/**
 * The working time of the main thread so far. Time in which it was ready but other processes had the processor is not
 * counted, if the system reports it.
 */
function workedMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/** Measures how long the event loop is blocked. Returns a function: the longest time since its last call, in milliseconds. */
export function watchHolds() {
  let longestMs = 0
  let lastMs = workedMs()
  const measure = () => {
    const nowMs = workedMs()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
  }
  setInterval(measure, PERIOD_MS).unref()
  return () => {
    measure()
    const resultMs = longestMs
    longestMs = 0
    return resultMs
  }
}
