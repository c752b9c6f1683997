import { expect, it } from 'vitest'
import { limitRepeats } from './limit-repeats.js'

function start() {
  let nowMs = 0
  const lines: { level: string; fields: Record<string, unknown>; message: string }[] = []
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields: { ...fields }, message })
  const log = limitRepeats({ info: write('info'), warn: write('warn'), error: write('error') }, () => nowMs)
  return { log, lines, pass: (ms: number) => (nowMs += ms) }
}

const full = (n: number) => ({
  code: 'REQUEST_FAILED' as const,
  requestId: `r${n}`,
  reason: `Error: SQLite: disk full at ${n}\n at x:${n}`,
})

it('writes ten equal errors a minute, and then how many it has left out', () => {
  const { log, lines, pass } = start()
  for (let n = 0; n < 200; n++) log.error(full(n), 'Request failed')
  expect(lines).toHaveLength(10)
  pass(60_000)
  log.error(full(201), 'Request failed')
  expect(lines.at(-1)?.fields).toMatchObject({ requestId: 'r201', leftOut: 190 })
})

it('writes lines that differ in level, message, error code or reason, and every info line', () => {
  const { log, lines } = start()
  for (let n = 0; n < 50; n++) {
    log.error(full(n), 'Request failed')
    log.warn(full(n), 'Request failed')
    log.error({ code: 'REQUEST_FAILED', reason: 'Error: SQLite: locked' }, 'Request failed')
    log.warn({ code: 'PAYMENT_SERVICE_FAILED', errorCode: 'TIMEOUT' }, 'The payment service failed')
    log.warn({ code: 'PAYMENT_SERVICE_FAILED', errorCode: 'NETWORK' }, 'The payment service failed')
    log.info({ code: 'REQUEST' }, 'Request')
  }
  expect(lines.filter(({ level }) => level === 'info')).toHaveLength(50)
  expect(lines.filter(({ level }) => level !== 'info')).toHaveLength(50)
})
