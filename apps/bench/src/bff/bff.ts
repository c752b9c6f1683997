// Compares the BFF with other servers in front of the service: a bare proxy on `node:http` and undici, nginx, Hono. All
// run at the same time and get requests in turn, so that a busy machine disturbs each equally: ratios of processor time
// are still valid there.
import { markdownTable } from 'markdown-table'
import { type Aim, aimCells, isShort, median, spread } from '../table.js'
import {
  type Contender,
  startBff,
  startNginx,
  startProxy,
  startUpstream,
  WITHOUT_SIGNATURE,
} from './contender.js'
import { type Run, run } from './load.js'
import { CHARGE_REQUEST, PATHS, RAMP_REQUEST } from './shop.js'
import { memoryOfStreams, watchPaths } from './streams.js'

const ROUNDS = isShort ? 1 : 5
const STREAMS = isShort ? 40 : 10_000
/** Warm-up runs, which do not count: the code of a charge is fully compiled after some thousands. */
const WARM_UPS = 3

const VALIDATION = { what: 'cached validation', path: PATHS.validate, amount: isShort ? 100 : 3_000 }
/** The BFF accepts no invoice twice, so there are fewer charges. */
const CHARGE = { what: 'charge', path: PATHS.charge, body: CHARGE_REQUEST, amount: isShort ? 40 : 1_000 }
const RAMP = { what: 'ramp session', path: PATHS.ramp, body: RAMP_REQUEST, amount: isShort ? 40 : 1_000 }

/** @param ratio the bare proxy's processor time for the same answer, divided by the program's. */
type Judge = (ratio: number, perSecondAndCore: number) => Aim
type Entrant = readonly [contender: Contender, judge?: Judge]

const atLeast =
  (wanted: number): Judge =>
  (ratio) => ({ text: `≥ ${wanted}`, isMet: ratio >= wanted })
const atLeastACore =
  (wanted: number): Judge =>
  (_, perSecondAndCore) => ({ text: `≥ ${wanted} a core`, isMet: perSecondAndCore >= wanted })

const HEADER = [
  ...['request', 'program', 'processor, µs', 'of bare', 'a second and core'],
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
    const charges = CHARGE.amount * (ROUNDS + WARM_UPS) + Math.ceil(STREAMS / 10)
    const upstream = await started(startUpstream(charges))
    const bare = await started(startProxy('bare-proxy', upstream.url))
    const hono = await started(startProxy('hono-proxy', upstream.url))
    const bff = await started(startBff('BFF', upstream.url))
    const unsigned = await started(startBff('BFF, no signature check', upstream.url, WITHOUT_SIGNATURE))
    if (!nginxCommand) console.log('There is no nginx on this machine, so its rows are left out.')
    const nginx = nginxCommand ? [await started(startNginx(nginxCommand, upstream.url))] : []
    const proxies = [bare, ...nginx, hono].map((proxy): Entrant => [proxy])
    const rows = [
      ...(await measure(VALIDATION, [...proxies, [bff, atLeast(0.4)]])),
      ...(await measure(CHARGE, [...proxies, [unsigned, atLeast(0.2)], [bff, atLeastACore(1_000)]])),
      ...(await measure(RAMP, [...proxies, [bff]])),
    ]
    return `${markdownTable([HEADER, ...rows])}\n\n${await streamTable(upstream)}`
  } finally {
    for (const contender of open.reverse()) await contender.close()
  }
}

/** Sends the requests to the programs in turn. The first program is the one that the others are compared with. */
async function measure(
  request: { what: string; path: string; body?: object; amount: number },
  entrants: readonly Entrant[],
): Promise<string[][]> {
  const results = entrants.map(([contender, judge]) => ({ contender, judge, runs: [] as Run[] }))
  for (let round = 1 - WARM_UPS; round <= ROUNDS; round++)
    for (const { contender, runs } of results) {
      const result = await run(contender, request)
      if (round > 0) runs.push(result)
    }
  const processorUs = (runs: readonly Run[]) => runs.map((each) => each.processorUs)
  const bareUs = median(processorUs(results[0]?.runs ?? []))
  return results.map(({ contender, judge, runs }) => {
    const us = processorUs(runs)
    const ratio = bareUs / median(us)
    const perSecondAndCore = 1_000_000 / median(us)
    return [
      request.what,
      contender.name,
      spread(us),
      ratio.toFixed(2),
      perSecondAndCore.toFixed(0),
      spread(runs.map(({ perSecond }) => perSecond)),
      `${median(runs.map(({ p50 }) => p50))} / ${median(runs.map(({ p99 }) => p99))}`,
      ...aimCells(judge?.(ratio, perSecondAndCore)),
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
  const aim = { text: '≤ 1.6 times', isMet: ratio <= 1.6 }
  return markdownTable([
    [`${STREAMS} idle event streams`, 'kB each', 'times raw', 'aim', ''],
    ['raw node:http', spread(bareKilobytes, 1), '1'],
    ['BFF', spread(bffKilobytes, 1), ratio.toFixed(2), ...aimCells(aim)],
  ])
}
