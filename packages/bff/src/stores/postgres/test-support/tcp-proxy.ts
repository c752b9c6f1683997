import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** The number of connections that listen for notifications now. */
  listeners(): number
  /** The number of connections that have ever listened. */
  listened(): number
  /** Closes the connections that listen. */
  cutListeners(): void
  /** Drops all data of the listening connections while they seem open, like a firewall that has lost their state. */
  blackHoleListeners(): void
  close(): void
}

/** A proxy between a store and its Postgres that can distinguish the listening connection from the others. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const listening = new Set<{ inner: Socket; outer: Socket; isHole: boolean }>()
  const sockets = new Set<Socket>()
  let listened = 0
  const server = createServer((outer) => {
    const inner = connect(targetPort, '127.0.0.1')
    const pair = { inner, outer, isHole: false }
    for (const socket of [inner, outer]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        listening.delete(pair)
        if (!pair.isHole) {
          inner.destroy()
          outer.destroy()
        }
      })
    }
    outer.on('data', (chunk) => {
      if (chunk.includes('LISTEN ')) {
        listening.add(pair)
        listened++
      }
      if (!pair.isHole) inner.write(chunk)
    })
    inner.on('data', (chunk) => {
      if (!pair.isHole) outer.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    listeners: () => listening.size,
    listened: () => listened,
    cutListeners() {
      for (const { inner, outer } of listening) {
        inner.destroy()
        outer.destroy()
      }
    },
    blackHoleListeners() {
      for (const pair of listening) pair.isHole = true
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
