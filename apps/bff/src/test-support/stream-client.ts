import { connect, type Socket } from 'node:net'

/** A watch stream on a plain socket, which needs little memory and time. */
export interface OpenStream {
  /** Resolves when the first state has arrived. */
  ready: Promise<void>
  /** Resolves with the time at which a state of this name has arrived. */
  state(status: string): Promise<number>
  close(): void
}

export function openStream(target: { port: number; path: string; isPaused?: boolean }): OpenStream {
  const socket: Socket = connect({ port: target.port, host: '127.0.0.1' })
  let text = ''
  let checkReady = () => {}
  const arrivals = new Map<string, number>()
  const waiting: (() => void)[] = []
  const ready = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`The stream was closed: ${text.slice(0, 200)}`)))
    checkReady = () => arrivals.size > 0 && resolve()
  })
  ready.catch(() => {})
  socket.once('connect', () => {
    socket.write(`GET ${target.path} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n`)
    if (target.isPaused) socket.pause()
  })
  socket.on('data', (chunk) => {
    text = (text + chunk.toString('latin1')).slice(-2_000)
    for (const [, status] of text.matchAll(/"status":"([a-z_]+)"/g))
      if (status !== undefined && !arrivals.has(status)) arrivals.set(status, Date.now())
    checkReady()
    for (const each of waiting) each()
  })
  return {
    ready,
    state: (status) =>
      new Promise((resolve) => {
        const check = () => {
          const at = arrivals.get(status)
          if (at !== undefined) resolve(at)
        }
        waiting.push(check)
        check()
      }),
    close: () => socket.destroy(),
  }
}
