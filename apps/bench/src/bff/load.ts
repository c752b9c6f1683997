import autocannon from 'autocannon'
import type { Contender } from './contender.js'

/** The result of one run of many similar requests. */
export interface Run {
  /** Processor time of the program that answers, in microseconds per request. */
  processorUs: number
  perSecond: number
  /** The latency in milliseconds. */
  p50: number
  p99: number
}

/** A request, as its sender sends it. */
export interface BenchRequest {
  method: 'GET' | 'POST'
  /** Below the URL of the program. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

const CONNECTIONS = 32
/** The time between samples. A run ends with a sample, and by default there is one per second. */
const SAMPLE_MS = 100

/**
 * @param next returns the next request.
 * @throws Error if a request was not answered with a 2xx
 */
export async function run(contender: Contender, next: () => BenchRequest, amount: number): Promise<Run> {
  const before = contender.processorUs()
  const startedAtMs = performance.now()
  let endedAtMs = 0
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
          const { path, ...rest } = next()
          return { ...request, ...rest, path: pathname.replace(/\/$/, '') + path }
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
    throw new Error(`${contender.name}: ${errors} errors and ${non2xx} refusals at ${next().path}`)
  return {
    processorUs: (contender.processorUs() - before) / amount,
    perSecond: (amount / (endedAtMs - startedAtMs)) * 1_000,
    p50: latency.p50,
    p99: latency.p99,
  }
}
