import type { Log } from '@leyden/bff'

export interface Metrics {
  /** A log that also counts what passes through it. */
  counting(log: Log): Log
  /** In the text format of Prometheus. */
  text(): string
}

/**
 * Counts requests by route and status, events by outcome, and errors. The lines of the log are what there is to be
 * counted; none of them holds a label that a stranger could make up.
 */
export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const events = new Map<string, number>()
  let errors = 0
  const count = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1)

  const take = (fields: object, message: string) => {
    const { route, status } = fields as { route?: string; status?: number }
    if (message === 'Request') count(requests, `route="${route}",status="${status}"`)
    else if (message === 'Event delivered') count(events, 'outcome="delivered"')
    else if (message.startsWith('onEvent failed')) count(events, 'outcome="failed"')
    else if (message.startsWith('Event given up')) count(events, 'outcome="dead"')
  }
  const section = (name: string, help: string, counts: ReadonlyMap<string, number>) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} counter`,
    ...[...counts].map(([labels, value]) => `${name}{${labels}} ${value}`),
  ]

  return {
    counting(log) {
      const counted =
        (level: keyof Log): Log[keyof Log] =>
        (fields, message) => {
          if (level === 'error') errors++
          take(fields, message)
          log[level](fields, message)
        }
      return { info: counted('info'), warn: counted('warn'), error: counted('error') }
    },
    text: () =>
      [
        ...section('leyden_requests_total', 'Requests answered.', requests),
        ...section('leyden_events_total', 'Attempts to hand events to the shop.', events),
        '# HELP leyden_errors_total Lines of the log that are errors.',
        '# TYPE leyden_errors_total counter',
        `leyden_errors_total ${errors}`,
        '# HELP leyden_resident_memory_bytes Memory of this process.',
        '# TYPE leyden_resident_memory_bytes gauge',
        `leyden_resident_memory_bytes ${process.memoryUsage.rss()}`,
        '',
      ].join('\n'),
  }
}
