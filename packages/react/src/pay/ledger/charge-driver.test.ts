import { LeydenError, type WatchOptions, type WatchState } from '@leyden/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { CountingPage } from '../../test-support/counting-page.js'
import { createFakeClient } from '../../testing/fake-client.js'
import { fixtureCharge } from '../flow/fixtures.js'
import type { ChargePhase, PaymentFacts } from '../flow/pay-state.js'
import { driveCharge } from './charge-driver.js'
import { newLife } from './charge-machine.js'

const EXPIRY = fixtureCharge.expiresAt.getTime()
const END = fixtureCharge.watchUntil.getTime()
const NOTHING_YET: WatchState = { kind: 'charge', status: 'open', at: '2026-01-01T14:30:00Z' }

let page: CountingPage
beforeEach(() => {
  vi.useFakeTimers({ now: EXPIRY - 600_000 })
  page = new CountingPage()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Drives a charge whose server only answers when the test says so. */
function drive(phase: ChargePhase = 'payable', payment?: PaymentFacts) {
  const client = createFakeClient()
  const watches: (WatchOptions & { url: string; refreshed: number })[] = []
  client.watch = (url, options) => {
    const watch = { url, refreshed: 0, ...options }
    watches.push(watch)
    return { refresh: () => void watch.refreshed++ }
  }
  const steps: unknown[][] = []
  const shown = { recipient: fixtureRecipient, charge: fixtureCharge, phase }
  const send = driveCharge(client, newLife(shown, payment), {
    duplicateOf: () => 'aa',
    onStep: (life, reports) => steps.push([life.payment ?? life.shown.phase, ...reports]),
  })
  const open = () => watches.filter(({ signal }) => !signal.aborted)
  return { client, send, steps, watches, open, start: () => send({ type: 'loaded' }) }
}
const goneElsewhere = () =>
  page.dispatchEvent(
    Object.assign(new Event('storage'), {
      key: `leyden:open-charge:order::${fixtureCharge.id}`,
      newValue: null,
    }),
  )

describe('the driver of a charge', () => {
  it('asks at its URL, and passes what the server says', () => {
    const { start, watches, steps } = drive()
    start()
    expect(watches.map(({ url }) => url)).toEqual([fixtureCharge.watchUrl])
    watches[0]?.onConnection?.(false)
    watches[0]?.onState({ ...NOTHING_YET, status: 'expired' })
    watches[0]?.onState({ kind: 'ramp', status: 'completed', at: NOTHING_YET.at })
    watches[0]?.onError?.(new LeydenError('NETWORK', 'x'))
    watches[0]?.onError?.(new LeydenError('NOT_FOUND', 'x'))
    expect(steps).toEqual([
      ['payable'],
      ['payable', 'tell'],
      ['expired', 'tell'],
      ['expired'],
      ['unknown', 'tell', 'report_end'],
    ])
  })

  it('replaces a request by the next one, and has one alarm at a time', async () => {
    vi.setSystemTime(EXPIRY - 90_500)
    const { start, watches, open, steps } = drive()
    start()
    const told = () => steps.filter(({ length }) => length > 1)
    await vi.advanceTimersByTimeAsync(90_499)
    expect([told(), vi.getTimerCount()]).toEqual([[], 1])
    await vi.advanceTimersByTimeAsync(1)
    expect(told()).toEqual([['expired_unchecked', 'tell']])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told().slice(1)).toEqual([['ended_unchecked', 'tell']])
    expect([watches.length, open().length, vi.getTimerCount()]).toEqual([3, 1, 1])
    open()[0]?.onState(NOTHING_YET)
    expect(told().slice(2)).toEqual([['ended', 'tell', 'report_end']])
    expect([open().length, vi.getTimerCount(), page.listeners]).toEqual([0, 0, 0])
  })

  it('looks again when the person returns, until it has the end, by listeners that all charges share', () => {
    const { start, steps, open } = drive()
    start()
    const { listeners } = page
    drive().start()
    expect(page.listeners).toBe(listeners)
    vi.setSystemTime(END)
    page.dispatchEvent(new Event('online'))
    expect(steps.at(-1)).toEqual(['ended_unchecked', 'tell'])
    open()[0]?.onState(NOTHING_YET)
    const { length } = steps
    page.dispatchEvent(new Event('online'))
    expect(steps).toHaveLength(length)
  })

  it('asks at once when the person returns while it waits after a failure', () => {
    vi.setSystemTime(END)
    const { start, watches, open } = drive('ended_unchecked')
    start()
    watches[0]?.onError?.(new LeydenError('NETWORK', 'x'))
    expect([watches.length, open().length]).toEqual([1, 0])
    page.dispatchEvent(new Event('online'))
    expect([watches.length, open().length]).toEqual([2, 1])
  })

  it('asks within a minute though the clock was ahead when it planned that', async () => {
    vi.setSystemTime(END + 7_200_000)
    const { client, start, watches, open } = drive('ended_unchecked')
    start()
    watches[0]?.onError?.(new LeydenError('NETWORK', 'x'))
    expect(open()).toHaveLength(0)
    // The reply to some other request.
    client.clock.takeReply(new Date(END).toISOString(), Date.now(), Date.now())
    await vi.advanceTimersByTimeAsync(120_000)
    expect([watches.length > 1, open().length]).toEqual([true, 1])
  })

  it('asks within a minute after the clock was set forward, though nobody returns', async () => {
    const { start, steps, watches } = drive()
    start()
    vi.setSystemTime(END)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([steps.at(-1), watches.length]).toEqual([['ended_unchecked', 'tell'], 2])
  })

  it('asks at once when another tab has seen the end, while it asks at all', () => {
    const { start, send, watches } = drive()
    start()
    goneElsewhere()
    expect(watches.map(({ refreshed }) => refreshed)).toEqual([1])
    send({ type: 'paid', learnt: { evidence: 'app', learntAt: new Date() } })
    goneElsewhere()
    expect(watches.map(({ refreshed }) => refreshed)).toEqual([1])
  })

  it('adds to a payment which one it duplicates, and stops everything', () => {
    const { start, send, steps, open } = drive()
    start()
    send({ type: 'wallet_asked' })
    const learntAt = new Date()
    send({ type: 'paid', learnt: { evidence: 'app', learntAt } })
    expect(steps.slice(1)).toEqual([
      ['payable', 'tell'],
      [{ evidence: 'app', at: learntAt, late: false, duplicateOf: 'aa' }, 'report_paid'],
    ])
    expect([open().length, vi.getTimerCount(), page.listeners]).toEqual([0, 0, 0])
  })

  it.each<[string, ChargePhase, PaymentFacts | undefined]>([
    ['that is over', 'ended', undefined],
    ['that is paid', 'payable', { evidence: 'verify', at: new Date(EXPIRY) }],
  ])('does nothing for a charge %s', (_, phase, payment) => {
    const { start, open } = drive(phase, payment)
    start()
    expect([open().length, vi.getTimerCount(), page.listeners]).toEqual([0, 0, 0])
  })
})
