import { expect, it, vi } from 'vitest'
import { consoleLog } from './log.js'

it('writes warnings and errors to the console, and no normal events', () => {
  const lines: unknown[] = []
  const record = (level: string) => (message: string, fields: object) =>
    void lines.push([level, message, fields])
  for (const level of ['info', 'log', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(record(level))
  consoleLog.info({ n: 1 }, 'a normal event')
  consoleLog.warn({ n: 2 }, 'a retry')
  consoleLog.error({ n: 3 }, 'a failure')
  vi.restoreAllMocks()
  expect(lines).toEqual([
    ['warn', 'a retry', { n: 2 }],
    ['error', 'a failure', { n: 3 }],
  ])
})
