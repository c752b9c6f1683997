// Compares the BFF with other servers in front of the service: a bare proxy on `node:http` and undici, nginx, Hono. All
// run at the same time and get requests in turn, so that a busy machine disturbs each equally: ratios of processor time
// are still valid there.
import { type Aim, aimCells, median, type Row, spread, table } from '../table.js'
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

export interface BffBenchOptions {
  /** Runs of each program. */
  rounds: number
  /** Requests of one run. The BFF accepts no invoice twice, so there are fewer charges. */
  amounts: { validate: number; charge: number; ramp: number }
  streams: number
}

/** Warm-up runs, which do not count: the code of a charge is fully compiled after some thousands. */
const WARM_UPS = 3

/** @param ratio the bare proxy's processor time for the same answer, divided by the program's. */
type Judge = (ratio: number, perSecondAndCore: number) => Aim
type Entrant = readonly [contender: Contender, judge?: Judge]

const atLeast =
  (wanted: number): Judge =>
  (ratio) => ({ text: `≥ ${wanted}`, isMet: ratio >= wanted })
const atLeastACore =
  (wanted: number): Judge =>
  (_, perSecondAndCore) => ({ text: `≥ ${wanted} a core`, isMet: perSecondAndCore >= wanted })

/** The table. */
export async function benchBff(
  options: BffBenchOptions,
  findNginx: () => string | undefined,
): Promise<string> {
  const { rounds, amounts } = options
  const open: Contender[] = []
  const started = async <C extends Contender>(contender: Promise<C>) => {
    open.push(await contender)
    return contender
  }
  try {
    const upstream = await started(
      startUpstream(amounts.charge * (rounds + WARM_UPS) + Math.ceil(options.streams / 10)),
    )
    const bare = await started(startProxy('bare-proxy', upstream.url))
    const hono = await started(startProxy('hono-proxy', upstream.url))
    const bff = await started(startBff('BFF', upstream.url))
    const unsigned = await started(startBff('BFF, no signature check', upstream.url, WITHOUT_SIGNATURE))
    const nginxCommand = findNginx()
    if (!nginxCommand) console.log('There is no nginx on this machine, so its rows are left out.')
    const nginx = nginxCommand ? [await started(startNginx(nginxCommand, upstream.url))] : []
    const proxies: Entrant[] = [[bare], ...nginx.map((proxy): Entrant => [proxy]), [hono]]

    const rows: Row[] = []
    const measure = async (
      what: string,
      request: { path: string; body?: object },
      amount: number,
      entrants: readonly Entrant[],
    ) => {
      const results = entrants.map(([contender, judge]) => ({ contender, judge, runs: [] as Run[] }))
      for (let round = 1 - WARM_UPS; round <= rounds; round++)
        for (const { contender, runs } of results) {
          const result = await run(contender, request, amount)
          if (round > 0) runs.push(result)
        }
      const bareUs = results[0]?.runs.map(({ processorUs }) => processorUs) ?? []
      for (const { contender, judge, runs } of results) {
        const us = runs.map(({ processorUs }) => processorUs)
        const ratio = median(bareUs) / median(us)
        rows.push([
          what,
          contender.name,
          spread(us),
          ratio.toFixed(2),
          (1_000_000 / median(us)).toFixed(0),
          spread(runs.map(({ perSecond }) => perSecond)),
          `${median(runs.map(({ p50 }) => p50))} / ${median(runs.map(({ p99 }) => p99))}`,
          ...aimCells(judge?.(ratio, 1_000_000 / median(us))),
        ])
      }
    }
    const validate = { path: PATHS.validate }
    const charge = { path: PATHS.charge, body: CHARGE_REQUEST }
    const ramp = { path: PATHS.ramp, body: RAMP_REQUEST }
    const signatures: Entrant[] = [
      [unsigned, atLeast(0.2)],
      [bff, atLeastACore(1_000)],
    ]
    await measure('cached validation', validate, amounts.validate, [...proxies, [bff, atLeast(0.4)]])
    await measure('charge', charge, amounts.charge, [...proxies, ...signatures])
    await measure('ramp session', ramp, amounts.ramp, [...proxies, [bff]])
    const requests = table(
      [
        'request',
        'program',
        'processor, µs',
        'of bare',
        'a second and core',
        'a second',
        'p50 / p99, ms',
        'aim',
        '',
      ],
      rows,
    )
    return `${requests}\n\n${await streamTable(options, upstream)}`
  } finally {
    for (const contender of open.reverse()) await contender.close()
  }
}

/** Each run starts new programs, because a program does not return memory that it has used. */
async function streamTable({ rounds, streams }: BffBenchOptions, upstream: Contender): Promise<string> {
  const kilobytes = { bare: [] as number[], bff: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const bare = await startProxy('bare-proxy', upstream.url)
    const bff = await startBff(`streams-${round}`, upstream.url)
    try {
      kilobytes.bare.push((await memoryOfStreams(bare, () => '/stream', streams)) / 1_000)
      kilobytes.bff.push((await memoryOfStreams(bff, await watchPaths(bff, streams), streams)) / 1_000)
    } finally {
      await bare.close()
      await bff.close()
    }
  }
  const ratio = median(kilobytes.bff) / median(kilobytes.bare)
  const aim = { text: '≤ 1.6 times', isMet: ratio <= 1.6 }
  return table(
    [`${streams} idle event streams`, 'kB each', 'times raw', 'aim', ''],
    [
      ['raw node:http', spread(kilobytes.bare, 1), '1'],
      ['BFF', spread(kilobytes.bff, 1), ratio.toFixed(2), ...aimCells(aim)],
    ],
  )
}
