// How long a process's own work holds its event loop.
import { readFileSync } from 'node:fs'

const PERIOD_MS = 5

/** How long the main thread was ready to run and another was let, which is the machine's doing and not ours. */
function queuedMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** Looks out for holds from now on. What comes back tells the longest since it was last asked, in milliseconds. */
export function watchHolds() {
  let longestMs = 0
  let lastMs = performance.now()
  let lastQueuedMs = queuedMs()
  const look = () => {
    const nowMs = performance.now()
    const nowQueuedMs = queuedMs()
    longestMs = Math.max(longestMs, nowMs - lastMs - PERIOD_MS - (nowQueuedMs - lastQueuedMs))
    lastMs = nowMs
    lastQueuedMs = nowQueuedMs
  }
  setInterval(look, PERIOD_MS).unref()
  return () => {
    look()
    const toldMs = longestMs
    longestMs = 0
    return toldMs
  }
}
