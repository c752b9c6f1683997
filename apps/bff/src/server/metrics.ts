import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Log, LogFields, Measurement, Store } from '@leyden/bff'
import type { PayProvider, RampProvider } from '@leyden/core/provider'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What the program reports to Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>

const KEY_REFUSED = 'UNAUTHORIZED'
type NotOfService = 'verify' | 'time' | 'party' | 'takesPayerData'
/** The calls that the service refuses if it refuses the API key. */
const CALLS_WITH_KEY: Record<Exclude<keyof PayProvider | keyof RampProvider, NotOfService>, true> = {
  validateLightningAddress: true,
  createCharge: true,
  createRampSession: true,
}

const RESOLUTION_MS = 20
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * What the program reports to Prometheus; `docs/operations.md` explains each metric. No label has values that a
 * stranger could invent: routes and methods are ours, and a code of the service is `other` after the first fifty.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers })
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })

  const ofRequest = ['route', 'status']
  const ofCall = ['operation', 'outcome']
  const requests = histogram('leyden_request_seconds', 'Requests answered, by route and status.', ofRequest)
  const upstream = histogram(
    'leyden_upstream_seconds',
    'Calls of providers, by operation and outcome.',
    ofCall,
  )
  const store = histogram('leyden_store_seconds', 'Calls of the store, by operation and outcome.', ofCall)
  const events = counter('leyden_events_total', 'Attempts to hand events to the shop.', ['outcome'])
  const limited = counter('leyden_limited_total', 'Requests refused by a rate limit.', ['limit'])
  const errors = counter('leyden_errors_total', 'Lines of the log that are errors.', [])
  const recipients = counter(
    'leyden_recipient_failures_total',
    'Failures and wrong invoices of the servers of recipients.',
    [],
  )
  const contradicted = counter(
    'leyden_purchases_contradicted_total',
    'Complete purchases that have failed later, or were taken back.',
    [],
  )
  const streams = gauge('leyden_streams', 'Open watch streams.')
  const waiting = gauge('leyden_outbox_waiting', 'Events that wait.')
  const oldest = gauge('leyden_outbox_oldest_seconds', 'Age of the oldest event that waits.')
  const dead = gauge('leyden_outbox_dead', 'Events that were given up.')
  const inReview = gauge(
    'leyden_sessions_in_review',
    'Purchases that are held until an operator releases them.',
  )
  const working = gauge('leyden_endpoint_working', '0 while the shop accepts no events, else 1.')
  working.set(1)
  const lateness = gauge(
    'leyden_event_loop_delay_seconds',
    'How late the process is, 99th percentile since the last reading.',
  )
  const memory = gauge('leyden_resident_memory_bytes', 'Memory of this process.')
  // Has no value unless there is such a disk.
  const disk = new Gauge({
    name: 'leyden_disk_free_bytes',
    help: 'Free space on the disk of the SQLite file.',
    labelNames: ['directory'],
    registers,
  })
  let directory: string | undefined
  let outboxOf: Pick<Store, 'outbox'> | undefined
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()

  // `increase()` does not count the first value of a new series, so that an alert would miss the first failure.
  for (const operation of Object.keys(CALLS_WITH_KEY)) upstream.zero({ operation, outcome: KEY_REFUSED })

  const codes = new Set<string>([KEY_REFUSED])
  /** Limits the codes, because a service may answer with any code. */
  const codeOf = (error: unknown) => {
    const code = String((error as { code?: unknown } | null)?.code ?? 'unknown')
    if (codes.size < 50) codes.add(code)
    return codes.has(code) ? code : 'other'
  }

  const countLine = (fields: LogFields) => {
    const { code } = fields
    if (code === 'EVENT_DELIVERED') events.inc({ outcome: 'delivered' })
    else if (code === 'ON_EVENT_FAILED') events.inc({ outcome: 'failed' })
    else if (code === 'EVENT_SET_ASIDE') events.inc({ outcome: 'set_aside' })
    else if (code === 'EVENT_GIVEN_UP') events.inc({ outcome: 'dead' })
    else if (code === 'RECIPIENT_PROVIDER_FAILED' || code === 'RECIPIENT_PROVIDER_WRONG_INVOICE')
      recipients.inc()
    else if (code === 'PURCHASE_CONTRADICTED') contradicted.inc()
    // These have no lines of their own.
    else if (code === 'ADMIN_TOKEN_WRONG' && typeof fields.count === 'number')
      limited.inc({ limit: 'adminToken' }, fields.count)
    if (code !== 'REQUEST') return
    const { route = 'none', status, ms = 0, limit } = fields
    requests.observe({ route: String(route), status: String(status) }, Number(ms) / 1_000)
    if (limit !== undefined) limited.inc({ limit: String(limit) })
  }

  return {
    /** Wraps a log and counts its lines. */
    counting(log: Log): Log {
      const counted =
        (level: keyof Log): Log[keyof Log] =>
        (fields, message) => {
          if (level === 'error') errors.inc()
          countLine(fields)
          log[level](fields, message)
        }
      return { info: counted('info'), warn: counted('warn'), error: counted('error') }
    },
    /** Receives the measurements of a BFF. */
    measure(measurement: Measurement): void {
      if (measurement.of === 'streams') return void streams.set(measurement.open)
      if (measurement.of === 'endpoint') return void working.set(Number(measurement.working))
      const { method: operation, ms, error } = measurement
      if (measurement.of === 'upstream')
        upstream.observe({ operation, outcome: error === undefined ? 'ok' : codeOf(error) }, ms / 1_000)
      else store.observe({ operation, outcome: error === undefined ? 'ok' : 'error' }, ms / 1_000)
    },
    /**
     * Reads the state of a store's outbox, and the free space of its disk, each time the metrics are read. Each method of
     * the store has a series of failures, which begins with zero.
     *
     * @param ofFile the directory of the SQLite file, if there is one.
     */
    watch(storeOfBff: Pick<Store, 'outbox'>, ofFile?: string | undefined): void {
      outboxOf = storeOfBff
      directory = ofFile
      const operations = Object.keys(storeOfBff).filter((name) => name !== 'watch')
      for (const operation of operations) store.zero({ operation, outcome: 'error' })
    },
    /** The metrics in the text format of Prometheus. */
    async text(): Promise<string> {
      // Return the other metrics even if the store does not answer.
      const state = await outboxOf?.outbox().catch(() => undefined)
      waiting.set(state?.waiting ?? Number.NaN)
      dead.set(state?.dead ?? Number.NaN)
      inReview.set(state?.inReview ?? Number.NaN)
      if (directory !== undefined) {
        const { bavail, bsize } = await statfs(directory).catch(() => ({ bavail: Number.NaN, bsize: 1 }))
        disk.set({ directory }, bavail * bsize)
      }
      oldest.set(state?.oldestAt ? (Date.now() - state.oldestAt.getTime()) / 1_000 : 0)
      // The times between its samples, which come every 20 ms.
      lateness.set(Math.max(delay.percentile(99) / 1e9 - RESOLUTION_MS / 1_000, 0) || 0)
      delay.reset()
      memory.set(process.memoryUsage.rss())
      return registry.metrics()
    },
  }
}
