import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createClient } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning'
import { startSandbox } from '@leyden/sandbox/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ADMIN_TOKEN, API_KEY, environment } from '../test-support/environment.js'
import { printFigure } from '../test-support/soak.js'
import { type OpenStream, openStream } from '../test-support/stream-client.js'

/** The full figures need minutes and most of a machine: `npm run soak` sets this. */
const isSoak = process.env.LEYDEN_SOAK === '1'
const STREAMS = isSoak ? 10_000 : 400
const STORM = isSoak ? 5_000 : 400
const PAUSED = isSoak ? 1_000 : 100
/** Short runs share their machine, so they only show that every stream gets its state. */
const SLOWEST_MS = isSoak ? 1_000 : 15_000
const STREAMS_PER_CHARGE = 16
const WAVE = 50 * STREAMS_PER_CHARGE

/** The built program, in its own process, so that its memory is measured apart from the test's. */
const MAIN = new URL('../../dist/main.js', import.meta.url).pathname

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let program: ChildProcess
let port = 0
const charges: { path: string; paymentHash: string }[] = []
let streams: OpenStream[] = []

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: API_KEY })
  const env = environment(sandbox.url, {
    LEYDEN_SETTLES: '1',
    LEYDEN_LIMITS:
      'chargesPerMinute=1000000,lookUpsPerMinute=1000000,domainPerMinute=1000000,keyPerMinute=1000000,streamsPerIp=1000000',
    LEYDEN_LOG_LEVEL: 'warn',
    LEYDEN_OPERATIONS_PORT: '',
    PORT: '0',
  })
  program = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH ?? '', ...env, LEYDEN_LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  program.stdout?.on('data', (chunk: Buffer) => {
    if (port === 0) stdout += chunk
  })
  await vi.waitFor(() => expect(stdout).toContain('"Listening"'))
  port = Number(/"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(stdout)?.[1])
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/leyden` })
  const wanted = Math.ceil(STREAMS / STREAMS_PER_CHARGE) + 20
  while (charges.length < wanted) {
    const made = await Promise.all(
      Array.from({ length: Math.min(16, wanted - charges.length) }, () =>
        client.createCharge({ lnaddress: 'alice@wallet.example', amount: '2100000' }),
      ),
    )
    for (const charge of made)
      charges.push({
        path: `/leyden/${charge.watch_url}`,
        paymentHash: decodeInvoice(charge.invoice.request).paymentHash,
      })
  }
})

afterEach(async () => {
  for (const stream of streams) stream.close()
  streams = []
  await new Promise((resolve) => setTimeout(resolve, 500))
})

afterAll(async () => {
  const ended = new Promise((resolve) => program.once('exit', resolve))
  program.kill('SIGTERM')
  await ended
  await sandbox.close()
})

/** Resident memory of the program in kilobytes. */
function memoryKb(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1])
}

/** Sixteen streams per charge, starting with one of the charges. */
async function openMany(
  count: number,
  options: { isPaused?: boolean; from?: number } = {},
): Promise<OpenStream[]> {
  const { isPaused = false, from = 0 } = options
  const opened = Array.from({ length: count }, (_, index) => {
    const charge = charges[from + Math.floor(index / STREAMS_PER_CHARGE)]
    return openStream({ port, path: charge?.path ?? '', isPaused })
  })
  streams.push(...opened)
  if (!isPaused) await Promise.all(opened.map(({ ready }) => ready))
  return opened
}

async function settle(index: number): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/leyden/admin/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify({ payment_hash: charges[index]?.paymentHash }),
  })
  expect(reply.status).toBe(200)
}

describe('many watch streams in one process', () => {
  it(`holds ${STREAMS} at once, and reports a payment to one of them without delay`, async () => {
    const before = memoryKb()
    const openedAt = Date.now()
    // In waves, as in practice. The next test opens all at once.
    for (let open = 0; open < STREAMS; open += WAVE)
      await openMany(Math.min(WAVE, STREAMS - open), { from: open / STREAMS_PER_CHARGE })
    const openMs = Date.now() - openedAt
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const perStreamKb = (memoryKb() - before) / STREAMS
    const settledAt = Date.now()
    await settle(0)
    const delays = (
      await Promise.all(streams.slice(0, STREAMS_PER_CHARGE).map(({ state }) => state('paid')))
    ).map((at) => at - settledAt)
    printFigure(
      `${STREAMS} watch streams`,
      `opened in ${openMs} ms, ${perStreamKb.toFixed(1)} kB each, notified within ${Math.max(...delays)} ms`,
      `25 kB, ${SLOWEST_MS} ms`,
    )
    expect(Math.max(...delays)).toBeLessThan(SLOWEST_MS)
    expect(perStreamKb).toBeLessThan(isSoak ? 25 : 100)
  })

  it(`reopens ${STORM} quickly when all reconnect at once`, async () => {
    await openMany(STORM, { from: 1 })
    for (const stream of streams.splice(0)) stream.close()
    const cutAt = Date.now()
    await openMany(STORM, { from: 1 })
    const backMs = Date.now() - cutAt
    printFigure(`${STORM} watch streams that reconnect at once`, `${backMs} ms`, '10,000 ms')
    expect(backMs).toBeLessThan(isSoak ? 10_000 : 15_000)
  })

  it(`is not delayed by ${PAUSED} that never read, and needs no memory for them`, async () => {
    const before = memoryKb()
    await openMany(PAUSED, { isPaused: true, from: 1 })
    const free = await openMany(STREAMS_PER_CHARGE, { from: charges.length - 3 })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const grownMb = (memoryKb() - before) / 1024
    const settledAt = Date.now()
    await settle(charges.length - 3)
    const delays = (await Promise.all(free.map(({ state }) => state('paid')))).map((at) => at - settledAt)
    printFigure(
      `${PAUSED} watch streams that nobody reads`,
      `${grownMb.toFixed(1)} MB in total, the others notified within ${Math.max(...delays)} ms`,
      `100 MB, ${SLOWEST_MS} ms`,
    )
    expect(grownMb).toBeLessThan(100)
    expect(Math.max(...delays)).toBeLessThan(SLOWEST_MS)
  })
})
