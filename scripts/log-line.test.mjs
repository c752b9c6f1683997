import { describe, expect, it } from 'vitest'
import { readableLine } from './log-line.mjs'

const line = (fields) => JSON.stringify({ level: 30, time: '2026-11-21T03:00:00Z', name: 'bff', ...fields })

describe('readableLine', () => {
  it('says what happened and what there is to know of it', () => {
    expect(readableLine(line({ requestId: 'a', route: 'validate', status: 200, msg: 'Request' }))).toBe(
      'Request (route validate, status 200)',
    )
    expect(readableLine(line({ event: { type: 'charge.paid' }, msg: 'Event' }))).toBe(
      'Event (event {"type":"charge.paid"})',
    )
  })

  it('marks what needs attention', () => {
    expect(readableLine(line({ level: 40, msg: 'Key refused' }))).toBe('warning: Key refused')
  })

  it('leaves out what says only that all is well', () => {
    expect(readableLine(line({ route: 'healthz', msg: 'Request' }))).toBeNull()
  })

  it.each(['plain text', '{ not json', '{"no":"message"}'])('keeps %j as it is', (text) => {
    expect(readableLine(text)).toBe(text)
  })
})
