// Compares the BFF with other servers in front of the service: a bare proxy on `node:http` and undici, nginx, Hono. All
// run at the same time and get requests in turn, so that a busy machine disturbs each equally: ratios of processor time
// are still valid there. Requests are those that pages send.
import { markdownTable } from 'markdown-table'
import { type Aim, aimCells, isShort, median, spread } from '../table.js'
import {
  type Contender,
  STORE_IN_MEMORY,
  startBff,
  startNginx,
  startProxy,
  startUpstream,
  WITHOUT_SIGNATURE,
} from './contender.js'
import { type Run, run } from './load.js'
import { charge, type NextRequest, session, validation } from './shop.js'
import { memoryOfStreams, watchPaths } from './streams.js'
import { stateReads, webhooksOf } from './webhooks.js'

const ROUNDS = isShort ? 1 : 5
const STREAMS = isShort ? 40 : 10_000
/** Warm-up runs, which do not count: the code of a charge is fully compiled after some thousands. */
const WARM_UPS = 3
const READS = isShort ? 100 : 3_000
/** The BFF accepts no invoice twice, so there are fewer charges. */
const POSTS = isShort ? 40 : 1_000
/** The history of a session that is read. */
const LONG_HISTORY = isShort ? 20 : 1_000

/** A program's processor time for an answer, and what it is compared with. */
interface Result {
  us: number
  /** That of the first entrant of the table's part. */
  firstUs: number
  /** That of the Hono proxy, where it is in the same part. */
  honoUs: number | undefined
}
type Judge = (result: Result) => Aim

interface Entrant {
  contender: Contender
  next: NextRequest
  judge?: Judge | undefined
  /** What it is called, if not like its program. */
  name?: string | undefined
}

const atMost =
  (times: number): Judge =>
  ({ us, firstUs }) => ({ text: `≤ ${times}`, isMet: us / firstUs <= times })
const atMostOfHono =
  (times: number): Judge =>
  ({ us, honoUs = 0 }) => ({ text: `≤ ${times} × hono-proxy`, isMet: us / honoUs <= times })

const HEADER = [
  ...['request', 'program', 'processor, µs', 'times the first', 'a second and core'],
  ...['a second', 'p50 / p99, ms', 'aim', ''],
]

/** The tables. */
export async function benchBff(nginxCommand: string | undefined): Promise<string> {
  const open: Contender[] = []
  const started = async (contender: Promise<Contender>) => {
    open.push(await contender)
    return contender
  }
  try {
    const charges = POSTS * (ROUNDS + WARM_UPS) + Math.ceil(STREAMS / 10)
    const upstream = await started(startUpstream(charges))
    const bare = await started(startProxy('bare-proxy', upstream.url))
    const hono = await started(startProxy('hono-proxy', upstream.url))
    const bff = await started(startBff('BFF', upstream.url))
    const unsigned = await started(startBff('BFF, no signature check', upstream.url, WITHOUT_SIGNATURE))
    const inMemory = await started(startBff('BFF, store in memory', upstream.url, STORE_IN_MEMORY))
    if (!nginxCommand) console.log('There is no nginx on this machine, so its rows are left out.')
    const nginx = nginxCommand ? [await started(startNginx(nginxCommand, upstream.url))] : []
    const proxies = (next: NextRequest): Entrant[] =>
      [bare, ...nginx, hono].map((contender) => ({ contender, next }))
    const rows = [
      ...(await measure('cached validation', READS, [
        ...proxies(validation),
        { contender: bff, next: validation, judge: atMost(1.7) },
      ])),
      ...(await measure('charge', POSTS, [
        ...proxies(charge),
        { contender: unsigned, next: charge },
        { contender: bff, next: charge, judge: atMostOfHono(1.4) },
      ])),
      ...(await measure('ramp session', POSTS, [...proxies(session), { contender: bff, next: session }])),
      ...(await measure('webhook', POSTS, [
        { contender: inMemory, next: await webhooksOf(inMemory, upstream) },
        { contender: bff, next: await webhooksOf(bff, upstream), judge: atMost(1.5) },
      ])),
      ...(await measure('state of a session', READS, [
        { contender: bff, next: await stateReads(bff, 1), name: 'BFF, 1 event' },
        {
          contender: bff,
          next: await stateReads(bff, LONG_HISTORY),
          name: `BFF, ${LONG_HISTORY} events`,
          judge: atMost(1.2),
        },
      ])),
    ]
    return `${markdownTable([HEADER, ...rows])}\n\n${await streamTable(upstream)}`
  } finally {
    for (const contender of open.reverse()) await contender.close()
  }
}

/** Sends the requests to the programs in turn. The first program is the one that the others are compared with. */
async function measure(what: string, amount: number, entrants: readonly Entrant[]): Promise<string[][]> {
  const results = entrants.map((entrant) => ({ ...entrant, runs: [] as Run[] }))
  for (let round = 1 - WARM_UPS; round <= ROUNDS; round++)
    for (const { contender, next, runs } of results) {
      const result = await run(contender, next, amount)
      if (round > 0) runs.push(result)
    }
  const medianUs = ({ runs }: { runs: readonly Run[] }) => median(runs.map((each) => each.processorUs))
  const [first] = results
  const hono = results.find(({ contender }) => contender.name === 'hono-proxy')
  const firstUs = first ? medianUs(first) : Number.NaN
  return results.map((result) => {
    const { contender, name = contender.name, judge, runs } = result
    const us = medianUs(result)
    return [
      what,
      name,
      spread(runs.map((each) => each.processorUs)),
      (us / firstUs).toFixed(2),
      (1_000_000 / us).toFixed(0),
      spread(runs.map(({ perSecond }) => perSecond)),
      `${median(runs.map(({ p50 }) => p50))} / ${median(runs.map(({ p99 }) => p99))}`,
      ...aimCells(judge?.({ us, firstUs, honoUs: hono && medianUs(hono) })),
    ]
  })
}

/** Each run starts new programs, because a program does not return memory that it has used. */
async function streamTable(upstream: Contender): Promise<string> {
  const bareKilobytes: number[] = []
  const bffKilobytes: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await startProxy('bare-proxy', upstream.url)
    const bff = await startBff(`streams-${round}`, upstream.url)
    try {
      bareKilobytes.push((await memoryOfStreams(bare, () => '/stream', STREAMS)) / 1_000)
      bffKilobytes.push((await memoryOfStreams(bff, await watchPaths(bff, STREAMS), STREAMS)) / 1_000)
    } finally {
      await bare.close()
      await bff.close()
    }
  }
  const ratio = median(bffKilobytes) / median(bareKilobytes)
  const aim = { text: '≤ 1.5', isMet: ratio <= 1.5 }
  return markdownTable([
    [`${STREAMS} idle event streams`, 'kB each', 'times raw', 'aim', ''],
    ['raw node:http', spread(bareKilobytes, 1), '1'],
    ['BFF', spread(bffKilobytes, 1), ratio.toFixed(2), ...aimCells(aim)],
  ])
}
