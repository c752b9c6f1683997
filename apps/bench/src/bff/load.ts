import autocannon from 'autocannon'
import type { Contender } from './contender.js'
import type { BenchRequest, NextRequest } from './shop.js'

/** The result of one run of many similar requests. */
export interface Run {
  /** Processor time of the program that answers, in microseconds per request. */
  processorUs: number
  perSecond: number
  /** The latency in milliseconds. */
  p50: number
  p99: number
}

const CONNECTIONS = 32
/** The time between samples. A run ends with a sample, and by default there is one per second. */
const SAMPLE_MS = 100

/**
 * @param next returns the next request.
 * @throws Error with the first reply that is no success, if there is one.
 */
export async function run(contender: Contender, next: NextRequest, amount: number): Promise<Run> {
  const before = contender.processorUs()
  const startedAtMs = performance.now()
  let endedAtMs = 0
  let refusal = ''
  const { pathname } = new URL(contender.url)
  const options: autocannon.Options = {
    url: contender.url,
    connections: CONNECTIONS,
    amount,
    timeout: 30,
    sampleInt: SAMPLE_MS,
    requests: [
      {
        setupRequest(request) {
          const { path, headers, ...rest } = next()
          const fullPath = pathname.replace(/\/$/, '') + path
          // A copy, because autocannon adds the length of the body to it.
          return { ...request, ...rest, path: fullPath, headers: { ...headers } }
        },
        onResponse(status, body) {
          if (status < 200 || status > 299) refusal ||= `. The first refusal: ${status} ${body}`
        },
      },
    ],
  }
  const { errors, non2xx, latency } = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    // The load ends with the next sample, and so later than the last response.
    load.on('response', () => {
      endedAtMs = performance.now()
    })
  })
  if (errors > 0 || non2xx > 0)
    throw new Error(`${contender.name}: ${errors} errors and ${non2xx} refusals at ${next().path}${refusal}`)
  return {
    processorUs: (contender.processorUs() - before) / amount,
    perSecond: (amount / (endedAtMs - startedAtMs)) * 1_000,
    p50: latency.p50,
    p99: latency.p99,
  }
}

/**
 * Requests a charge or a session.
 *
 * @returns the path of its state.
 * @throws Error with the reply if it is no success.
 */
export async function openWatched(bff: Contender, { path, ...request }: BenchRequest): Promise<string> {
  const reply = await fetch(bff.url + path, request as RequestInit)
  const body = await reply.text()
  if (!reply.ok) throw new Error(`${bff.name} refused ${path}: ${reply.status} ${body}`)
  return `/${(JSON.parse(body) as { data: { watch_url: string } }).data.watch_url}`
}
