import autocannon from 'autocannon'
import type { Contender } from './contender.js'

/** The result of one run of many equal requests. */
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

/** @throws Error if a request was not answered with a 2xx */
export async function run(
  contender: Contender,
  { path, body, amount }: { path: string; body?: object | undefined; amount: number },
): Promise<Run> {
  const before = contender.processorUs()
  const startedAtMs = performance.now()
  let endedAtMs = 0
  const options: autocannon.Options = {
    url: contender.url + path,
    connections: CONNECTIONS,
    amount,
    timeout: 30,
    sampleInt: SAMPLE_MS,
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json', 'x-leyden': '1' } : {},
    body: JSON.stringify(body),
  }
  const { errors, non2xx, latency } = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    // The load ends with the next sample, and so later than the last response.
    load.on('response', () => {
      endedAtMs = performance.now()
    })
  })
  if (errors > 0 || non2xx > 0)
    throw new Error(`${contender.name}: ${errors} errors and ${non2xx} refusals at ${path}`)
  return {
    processorUs: (contender.processorUs() - before) / amount,
    perSecond: (amount / (endedAtMs - startedAtMs)) * 1_000,
    p50: latency.p50,
    p99: latency.p99,
  }
}
