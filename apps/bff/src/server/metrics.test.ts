import { readFileSync } from 'node:fs'
import { memoryStore } from '@leyden/bff/memory'
import { LeydenError } from '@leyden/core'
import { expect, it } from 'vitest'
import { createMetrics } from './metrics.js'

const silent = { info() {}, warn() {}, error() {} }
const OPERATIONS = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')

it('emits exactly the metrics that the documentation explains', async () => {
  const emitted = [...(await createMetrics().text()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)
  const explained = [...OPERATIONS.matchAll(/^\| `(leyden_\w+)` \|/gm)].map(([, name]) => name)
  expect(emitted.length).toBeGreaterThan(10)
  expect(explained.sort()).toEqual(emitted.sort())
})

it('measures requests, upstream and store calls, limits, events, errors and streams', async () => {
  const metrics = createMetrics()
  const log = metrics.counting(silent)
  log.info({ code: 'REQUEST', route: 'validate', status: 200, ms: 30 }, 'Request')
  log.info({ code: 'REQUEST', route: 'validate', status: 429, ms: 1, limit: 'lookUpsPerMinute' }, 'Request')
  log.info({ code: 'EVENT_DELIVERED' }, 'Event delivered')
  log.warn({ code: 'ON_EVENT_FAILED' }, 'In other words: onEvent failed')
  log.error({ code: 'EVENT_GIVEN_UP' }, 'Event given up: onEvent keeps failing')
  log.error({ code: 'EVENT_SET_ASIDE' }, 'onEvent fails for this event alone')
  metrics.measure({ of: 'upstream', method: 'createCharge', ms: 40, error: undefined })
  metrics.measure({ of: 'upstream', method: 'createCharge', ms: 40, error: new LeydenError('TIMEOUT', 'x') })
  metrics.measure({ of: 'store', method: 'commit', ms: 2, error: new Error('disk full') })
  metrics.measure({ of: 'streams', open: 7 })
  const text = await metrics.text()
  for (const line of [
    'leyden_request_seconds_bucket{le="0.05",route="validate",status="200"} 1',
    'leyden_limited_total{limit="lookUpsPerMinute"} 1',
    'leyden_events_total{outcome="delivered"} 1',
    'leyden_events_total{outcome="failed"} 1',
    'leyden_events_total{outcome="dead"} 1',
    'leyden_events_total{outcome="set_aside"} 1',
    'leyden_errors_total 2',
    'leyden_upstream_seconds_count{operation="createCharge",outcome="ok"} 1',
    'leyden_upstream_seconds_count{operation="createCharge",outcome="TIMEOUT"} 1',
    'leyden_store_seconds_count{operation="commit",outcome="error"} 1',
    'leyden_streams 7',
  ])
    expect(text).toContain(line)
})

it('counts the wrong admin tokens, which have no lines of their own', async () => {
  const metrics = createMetrics()
  const log = metrics.counting({ info() {}, warn() {}, error() {} })
  log.warn({ code: 'ADMIN_TOKEN_WRONG', count: 1_999 }, 'x')
  log.warn({ code: 'ADMIN_TOKEN_WRONG', count: 1 }, 'x')
  expect(await metrics.text()).toContain('leyden_limited_total{limit="adminToken"} 2000\n')
})

it('reports whether the endpoint accepts events, and assumes it before the first one', async () => {
  const metrics = createMetrics()
  expect(await metrics.text()).toContain('leyden_endpoint_working 1\n')
  metrics.measure({ of: 'endpoint', working: false, downSince: new Date() })
  expect(await metrics.text()).toContain('leyden_endpoint_working 0\n')
  metrics.measure({ of: 'endpoint', working: true })
  expect(await metrics.text()).toContain('leyden_endpoint_working 1\n')
})

it('limits the number of codes, which a service can invent', async () => {
  const metrics = createMetrics()
  for (let n = 0; n < 500; n++)
    metrics.measure({
      of: 'upstream',
      method: 'createCharge',
      ms: 1,
      error: new LeydenError(`CODE_${n}`, 'x'),
    })
  // A code that an alert is about is never one of the others.
  const error = new LeydenError('UNAUTHORIZED', 'x')
  metrics.measure({ of: 'upstream', method: 'createCharge', ms: 1, error })
  const text = await metrics.text()
  expect(text.match(/upstream_seconds_count.* [1-9]/g)).toHaveLength(51)
  expect(text).toContain('outcome="other"} 451')
  expect(text).toContain('upstream_seconds_count{operation="createCharge",outcome="UNAUTHORIZED"} 1')
})

it('reports how many events wait and for how long, and answers without the store', async () => {
  const metrics = createMetrics()
  const oldestAt = new Date(Date.now() - 90_000)
  metrics.watch({ outbox: async () => ({ waiting: 3, setAside: 1, oldestAt, dead: 2, inReview: 4 }) })
  const text = await metrics.text()
  expect(text).toContain('leyden_outbox_waiting 3\n')
  expect(text).toContain('leyden_outbox_dead 2\n')
  expect(text).toContain('leyden_sessions_in_review 4\n')
  expect(text).toMatch(/^leyden_outbox_oldest_seconds 9\d/m)
  metrics.watch({ outbox: () => Promise.reject(new Error('disk')) })
  expect(await metrics.text()).toContain('leyden_outbox_waiting Nan\n')
})

it('begins the failures of each method of a store with zero, so that an alert sees the first', async () => {
  const metrics = createMetrics()
  metrics.watch(memoryStore())
  const text = await metrics.text()
  expect(text).toContain('leyden_store_seconds_count{operation="commit",outcome="error"} 0\n')
  expect(text).toContain('leyden_store_seconds_count{operation="outbox",outcome="error"} 0\n')
  expect(text).not.toContain('operation="watch"')
})
