import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyReport, mergeRampStatus } from './status.js'
import type { RampStatus } from './wire.js'

const statuses: RampStatus[] = [
  'created',
  'open',
  'expired',
  'cancelled',
  'processing',
  'failed',
  'completed',
  'needs_review',
]
const status = fc.constantFrom(...statuses)

describe('joining reports about one session', () => {
  it('does not depend on their order or number', () => {
    fc.assert(
      fc.property(fc.array(status, { minLength: 1 }), fc.array(fc.nat()), (reports, picks) => {
        const end = reports.reduce(mergeRampStatus)
        const repeated = picks.map((pick) => reports[pick % reports.length] ?? 'created')
        expect([...reports].reverse().reduce(mergeRampStatus)).toBe(end)
        expect([...repeated, ...reports, ...repeated].reduce(mergeRampStatus)).toBe(end)
      }),
    )
  })

  it.each(statuses)('lets %s beat whatever comes before it', (winner) => {
    for (const other of statuses.slice(0, statuses.indexOf(winner))) {
      expect(mergeRampStatus(winner, other)).toBe(winner)
      expect(mergeRampStatus(other, winner)).toBe(winner)
    }
  })

  it('keeps the known status when a server sends an unknown one', () => {
    expect(mergeRampStatus('processing', 'paused' as RampStatus)).toBe('processing')
  })
})

describe('applying a report', () => {
  const at = '2026-01-01T14:15:00Z'
  const completed = (livemode?: boolean) => ({ kind: 'ramp', status: 'completed', at, livemode }) as const

  it.each([
    ['live', false, 'needs_review'],
    ['test', true, 'needs_review'],
    ['live', true, 'completed'],
    ['test', false, 'completed'],
    ['live', undefined, 'completed'],
    [undefined, true, 'completed'],
  ] as const)('of a session of mode %s, completed with livemode %s, makes it %s', (mode, livemode, known) => {
    expect(applyReport({ known: 'open', mode }, completed(livemode)).known).toBe(known)
  })

  it('treats different modes as suspicious only in a purchase that is complete and not reviewed', () => {
    const live = { mode: 'live', known: 'open' } as const
    expect(applyReport(live, { ...completed(false), status: 'processing' }).known).toBe('processing')
    const reviewed = applyReport(live, { ...completed(false), reviewed_at: at })
    expect(applyReport({ ...live, ...reviewed }, { ...completed(false), reviewed_at: at }).known).toBe(
      'completed',
    )
  })

  it('lets a review replace every status from before it', () => {
    const reviewed = applyReport(
      { known: 'needs_review' },
      { ...completed(), status: 'open', reviewed_at: at },
    )
    expect(reviewed).toEqual({ known: 'open', reviewedAt: at })
    expect(applyReport(reviewed, completed())).toEqual(reviewed)
  })
})
