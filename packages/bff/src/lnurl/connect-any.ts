import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connect, ConnectTarget } from './connect-tls.js'

const NEXT_ADDRESS_AFTER_MS = 300

/**
 * Connects to the first of several addresses that responds: tries the next one when one fails or is slow
 * (RFC 8305), and closes the other connections.
 */
export async function connectAny(
  connect: Connect,
  targets: readonly ConnectTarget[],
  outer: AbortSignal,
): Promise<Socket> {
  let mayStart: Promise<unknown> = Promise.resolve()
  const attempts = targets.map((target) => {
    const stop = new AbortController()
    const signal = AbortSignal.any([outer, stop.signal])
    const socket = mayStart.then(() => {
      signal.throwIfAborted()
      return connect(target, signal)
    })
    const slow = mayStart.then(() => wait(NEXT_ADDRESS_AFTER_MS, undefined, { signal }))
    mayStart = Promise.race([socket, slow]).catch(() => {})
    return { socket, stop }
  })
  const winner = await Promise.any(attempts.map((attempt) => attempt.socket.then(() => attempt)))
  for (const { socket, stop } of attempts.filter((attempt) => attempt !== winner)) {
    stop.abort()
    // Another attempt may have connected at the same moment.
    socket.then((loser) => loser.destroy()).catch(() => {})
  }
  return winner.socket
}
