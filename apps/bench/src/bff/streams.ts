import { get, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Contender } from './contender.js'
import { openWatched } from './load.js'
import { charge } from './shop.js'

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
  const open: IncomingMessage[] = []
  const openUpTo = async (wanted: number) => {
    while (open.length < wanted) {
      const wave = Array.from({ length: Math.min(AT_ONCE, wanted - open.length) }, (_, index) =>
        openStream(contender.url + pathOf(open.length + index)),
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
    for (const stream of open) stream.destroy()
  }
}

/** The watch paths of new charges, which the streams use in turn. */
export async function watchPaths(bff: Contender, count: number): Promise<(stream: number) => string> {
  const paths: string[] = []
  while (paths.length * STREAMS_PER_CHARGE < count * 1.1 + STREAMS_PER_CHARGE) {
    paths.push(await openWatched(bff, charge()))
  }
  return (stream) => paths[Math.floor(stream / STREAMS_PER_CHARGE)] ?? ''
}

/** Resolves when the first event has arrived. */
function openStream(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { accept: 'text/event-stream' } }, (response) => {
      let received = ''
      response.on('data', (chunk) => {
        received = (received + chunk).slice(-2_000)
        if (received.includes('event: state')) resolve(response)
      })
      response.on('close', () => reject(new Error(`A stream ended early: ${received}`)))
    })
    request.on('error', reject)
  })
}
