import { expect, it, vi } from 'vitest'
import { consoleLog, type LogFields, logWith, logWithDocs } from './log.js'

it('writes warnings and errors to the console, and no normal events', () => {
  const lines: unknown[] = []
  const record = (level: string) => (message: string, fields: object) =>
    void lines.push([level, message, fields])
  for (const level of ['info', 'log', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(record(level))
  consoleLog.info({ code: 'REQUEST', n: 1 }, 'a normal event')
  consoleLog.warn({ code: 'REQUEST', n: 2 }, 'a retry')
  consoleLog.error({ code: 'REQUEST', n: 3 }, 'a failure')
  vi.restoreAllMocks()
  expect(lines).toEqual([
    ['warn', 'a retry', { code: 'REQUEST', n: 2 }],
    ['error', 'a failure', { code: 'REQUEST', n: 3 }],
  ])
})

function remember() {
  const lines: [level: string, fields: LogFields, message: string][] = []
  const write = (level: string) => (fields: LogFields, message: string) =>
    void lines.push([level, fields, message])
  return { lines, log: { info: write('info'), warn: write('warn'), error: write('error') } }
}

it('warnings and errors link to the section of their code, whatever their message says', () => {
  const { log, lines } = remember()
  const linked = logWithDocs(log)
  linked.info({ code: 'REQUEST', status: 200 }, 'Request')
  linked.warn({ code: 'NWC_DISCONNECTED', relay: 'a' }, 'Not connected')
  linked.error({ code: 'OUTBOX_FAILED' }, 'In other words: it failed')
  expect(lines).toEqual([
    ['info', { code: 'REQUEST', status: 200 }, 'Request'],
    [
      'warn',
      { code: 'NWC_DISCONNECTED', relay: 'a', docs: 'docs/messages.md#nwc_disconnected' },
      'Not connected',
    ],
    ['error', { code: 'OUTBOX_FAILED', docs: 'docs/messages.md#outbox_failed' }, 'In other words: it failed'],
  ])
})

it('common fields are added to each line, and do not replace its own', () => {
  const { log, lines } = remember()
  const common = logWith(log, { code: 'SETTLEMENT_SOURCE_MESSAGE', requestId: 'r' })
  common.warn({ code: 'NWC_DISCONNECTED' }, 'Not connected')
  // As plain JavaScript may call it.
  common.error({} as LogFields, 'My node is down')
  expect(lines.map(([, fields]) => fields)).toEqual([
    { code: 'NWC_DISCONNECTED', requestId: 'r' },
    { code: 'SETTLEMENT_SOURCE_MESSAGE', requestId: 'r' },
  ])
})
