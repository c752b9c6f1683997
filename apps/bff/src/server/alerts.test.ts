import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryStore } from '@leyden/bff/memory'
import { expect, it, onTestFinished } from 'vitest'
import { parse, stringify } from 'yaml'
import { createMetrics } from './metrics.js'

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string; runbook: string }
}

const FILE = fileURLToPath(new URL('../../alerts.yaml', import.meta.url))
const DOC = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
const { groups } = parse(readFileSync(FILE, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

it('has only metrics that the program emits', async () => {
  const emitted = [...(await createMetrics().text()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)
  expect(rules.length).toBeGreaterThan(6)
  for (const { alert, expr } of rules) {
    const used = [...expr.matchAll(/leyden_\w+/g)].map(([name]) => name.replace(/_(bucket|count)$/, ''))
    expect(used.length, alert).toBeGreaterThan(0)
    for (const name of used) expect(emitted, alert).toContain(name)
  }
})

it('has a section of the documentation for each alert, and no other', () => {
  const sections = [...DOC.matchAll(/^### (Leyden\w+)$/gm)].map(([, name]) => name)
  expect(sections).toEqual(rules.map(({ alert }) => alert))
  for (const { alert, annotations } of rules)
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`)
})

it('has no alert that misses the first failure, because the program emits each of its series from the start', async () => {
  const metrics = createMetrics()
  metrics.watch(memoryStore())
  const lines = (await metrics.text()).split('\n')
  const increases = rules.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/increase\((\w+)(?:\{(\w+="\w+")\})?\[/g)].map(([, name, label = '']) => ({
      alert,
      name,
      label,
    })),
  )
  expect(increases.map(({ alert }) => alert)).toEqual([
    'LeydenPurchaseContradicted',
    'LeydenKeyRefused',
    'LeydenRecipientFailing',
    'LeydenStoreFailing',
  ])
  for (const { alert, name, label } of increases) {
    const series = lines.filter((line) => line.startsWith(`${name}`) && line.includes(label))
    expect(series.length, alert).toBeGreaterThan(0)
    for (const line of series) expect(line, alert).toMatch(/ 0$/)
  }
})

/** The series that make each alert fire, and those that must not. */
const SERIES: Record<string, { fires: Record<string, string>; quiet: Record<string, string> }> = {
  LeydenEventsGivenUp: { fires: { leyden_outbox_dead: '2x30' }, quiet: { leyden_outbox_dead: '0x30' } },
  LeydenPurchasesHeld: {
    fires: { leyden_sessions_in_review: '1x30' },
    quiet: { leyden_sessions_in_review: '0x30' },
  },
  LeydenPurchaseContradicted: {
    fires: { leyden_purchases_contradicted_total: '0x14 1x15' },
    quiet: { leyden_purchases_contradicted_total: '0x30' },
  },
  LeydenEndpointDown: {
    fires: { leyden_endpoint_working: '0x30', leyden_outbox_oldest_seconds: '0+60x30' },
    quiet: { leyden_endpoint_working: '1x30', leyden_outbox_oldest_seconds: '20x30' },
  },
  LeydenEventRefused: {
    fires: { leyden_endpoint_working: '1x30', leyden_outbox_oldest_seconds: '0+60x30' },
    quiet: { leyden_endpoint_working: '1x30', leyden_outbox_oldest_seconds: '280x30' },
  },
  LeydenKeyRefused: {
    // One customer of a quiet shop, in the last minutes.
    fires: { 'leyden_upstream_seconds_count{operation="createCharge",outcome="UNAUTHORIZED"}': '0x14 1x15' },
    quiet: {
      'leyden_upstream_seconds_count{operation="createCharge",outcome="UNAUTHORIZED"}': '0x30',
      'leyden_upstream_seconds_count{operation="createCharge",outcome="ok"}': '0+1x30',
    },
  },
  LeydenPaymentServiceFailing: {
    fires: {
      'leyden_upstream_seconds_count{operation="createCharge",outcome="ok"}': '0+8x30',
      'leyden_upstream_seconds_count{operation="createCharge",outcome="TIMEOUT"}': '0+2x30',
    },
    quiet: {
      'leyden_upstream_seconds_count{operation="createCharge",outcome="ok"}': '0+98x30',
      'leyden_upstream_seconds_count{operation="createCharge",outcome="TIMEOUT"}': '0+2x30',
    },
  },
  LeydenRecipientFailing: {
    fires: { leyden_recipient_failures_total: '0+1x30' },
    quiet: { leyden_recipient_failures_total: '3x30' },
  },
  LeydenStoreSlow: {
    fires: {
      'leyden_store_seconds_bucket{operation="commit",le="0.25"}': '0+90x30',
      'leyden_store_seconds_bucket{operation="commit",le="0.5"}': '0+100x30',
      'leyden_store_seconds_bucket{operation="commit",le="+Inf"}': '0+100x30',
    },
    quiet: {
      'leyden_store_seconds_bucket{operation="commit",le="0.25"}': '0+100x30',
      'leyden_store_seconds_bucket{operation="commit",le="0.5"}': '0+100x30',
      'leyden_store_seconds_bucket{operation="commit",le="+Inf"}': '0+100x30',
    },
  },
  LeydenStoreFailing: {
    fires: { 'leyden_store_seconds_count{operation="commit",outcome="error"}': '0x16 1x13' },
    quiet: {
      'leyden_store_seconds_count{operation="commit",outcome="error"}': '0x30',
      'leyden_store_seconds_count{operation="commit",outcome="ok"}': '0+1x30',
    },
  },
  LeydenDiskFull: {
    fires: { leyden_disk_free_bytes: '500000000x30' },
    quiet: { leyden_disk_free_bytes: '5000000000x30' },
  },
}

it('is tested for each alert', () => {
  expect(Object.keys(SERIES)).toEqual(rules.map(({ alert }) => alert))
})

it.runIf(process.env.LEYDEN_SOAK === '1')(
  'fires for what needs a person, by Prometheus’ own tool',
  async () => {
    const finder = new URL('../../../../scripts/programs.mjs', import.meta.url).pathname
    const promtool = ((await import(finder)) as { findPromtool(): string | undefined }).findPromtool()
    expect(promtool, 'install promtool, of the package prometheus').toBeDefined()
    const folder = mkdtempSync(join(tmpdir(), 'leyden-alerts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const firing = (expr: string, labels: string[]) => ({
      expr,
      eval_time: '20m',
      exp_samples: labels.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
    })
    const tests = Object.entries(SERIES).flatMap(([alert, { fires, quiet }]) =>
      [fires, quiet].map((series) => ({
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: [
          firing('count by (alertname) (ALERTS{alertstate="firing"})', series === fires ? [alert] : []),
        ],
      })),
    )
    const file = join(folder, 'tests.yaml')
    writeFileSync(file, stringify({ rule_files: [FILE], evaluation_interval: '1m', tests }))
    const run = (...args: string[]) => execFileSync(promtool ?? '', args, { encoding: 'utf8' })
    expect(run('check', 'rules', FILE)).toContain(`SUCCESS: ${rules.length} rules found`)
    expect(run('test', 'rules', file)).toContain('SUCCESS')
  },
)
