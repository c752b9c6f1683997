import type { Socket } from 'node:net'
import type { Connect, ConnectTarget } from './connect-tls.js'

const NEXT_ADDRESS_AFTER_MS = 300

/**
 * Connects to the first of several addresses that answers: the next one is tried when one fails or is slow
 * (RFC 8305), and those that lose are given up.
 */
export function connectAny(
  connect: Connect,
  targets: readonly ConnectTarget[],
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const attempts: AbortController[] = []
    let failed = 0
    let isOver = false
    let timer: NodeJS.Timeout | undefined

    function finish(winner: AbortController | null): void {
      isOver = true
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      for (const attempt of attempts) if (attempt !== winner) attempt.abort()
    }

    function stop(): void {
      finish(null)
      reject(signal.reason)
    }

    function tryNext(): void {
      clearTimeout(timer)
      const target = targets[attempts.length]
      if (isOver || !target) return
      const attempt = new AbortController()
      attempts.push(attempt)
      timer = setTimeout(tryNext, NEXT_ADDRESS_AFTER_MS)
      connect(target, attempt.signal).then(
        (socket) => {
          if (isOver) return void socket.destroy()
          finish(attempt)
          resolve(socket)
        },
        (error: unknown) => {
          if (isOver) return
          failed++
          if (failed === targets.length) {
            finish(null)
            reject(error)
          } else if (failed === attempts.length) tryNext()
        },
      )
    }

    if (signal.aborted) return stop()
    if (targets.length === 0) return reject(new Error('There is no address to connect to.'))
    signal.addEventListener('abort', stop, { once: true })
    tryNext()
  })
}
