import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Contender } from './contender.js'
import { CHARGE_REQUEST, PATHS } from './shop.js'

/** The most streams that may watch one charge. */
const STREAMS_PER_CHARGE = 16
const AT_ONCE = 200
const SETTLE_MS = 1_500

/** Memory in bytes for each idle event stream, beyond what the program needs without streams. */
export async function memoryOfStreams(
  contender: Contender,
  pathOf: (stream: number) => string,
  count: number,
) {
  const open: Socket[] = []
  const openUpTo = async (wanted: number) => {
    while (open.length < wanted) {
      const wave = Array.from({ length: Math.min(AT_ONCE, wanted - open.length) }, (_, index) =>
        openStream(new URL(contender.url + pathOf(open.length + index))),
      )
      open.push(...(await Promise.all(wave)))
    }
    await setTimeout(SETTLE_MS)
    return contender.memory()
  }
  try {
    // The first streams do not count: they pay for code and pools that all share.
    const first = Math.ceil(count / 10)
    const before = await openUpTo(first)
    return ((await openUpTo(first + count)) - before) / count
  } finally {
    for (const socket of open) socket.destroy()
  }
}

/** The watch paths of new charges, which the streams use in turn. */
export async function watchPaths(bff: Contender, count: number): Promise<(stream: number) => string> {
  const paths: string[] = []
  while (paths.length * STREAMS_PER_CHARGE < count * 1.1 + STREAMS_PER_CHARGE) {
    const reply = await fetch(bff.url + PATHS.charge, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-leyden': '1' },
      body: JSON.stringify(CHARGE_REQUEST),
    })
    paths.push(`/${((await reply.json()) as { data: { watch_url: string } }).data.watch_url}`)
  }
  return (stream) => paths[Math.floor(stream / STREAMS_PER_CHARGE)] ?? ''
}

/** Resolves when the first event has arrived. */
function openStream({ hostname, port, pathname }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let said = ''
    socket.on('data', (chunk) => {
      said = (said + chunk).slice(-2_000)
      if (said.includes('event: state')) resolve(socket)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`A stream ended early: ${said}`)))
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n`)
  })
}
