import { LeydenError, type WatchState } from '@leyden/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { CountingPage } from '../../test-support/counting-page.js'
import { createFakeClient } from '../../testing/fake-client.js'
import { chargeLike, fixtureCharge, fixturePreimage } from '../flow/fixtures.js'
import type { CheckedCharge, PaymentFacts } from '../flow/pay-state.js'
import type { ChargeEvent } from './charge-machine.js'
import { deliverProof } from './proof-delivery.js'

const at = new Date('2026-01-01T14:30:00Z')
/** For a day after the end of its watch, the URL of a charge accepts a proof. */
const LAST = fixtureCharge.watchUntil.getTime() + 86_400_000
const proven: PaymentFacts = { evidence: 'preimage', preimage: fixturePreimage, at, proofDelivery: 'pending' }
const state: WatchState = { kind: 'charge', status: 'paid', at: at.toISOString() }
const NETWORK = new LeydenError('NETWORK', 'The server could not be reached.')
const REFUSED = new LeydenError('BAD_REQUEST', 'This is no proof of this payment.')

let page: CountingPage
beforeEach(() => {
  vi.useFakeTimers({ now: at })
  page = new CountingPage()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Delivers a proof to a server that gives these answers, one after the other, and then the last one. */
function deliver(answers: (WatchState | Error)[], payment?: PaymentFacts, charge?: Partial<CheckedCharge>) {
  const sent: unknown[][] = []
  const events: ChargeEvent[] = []
  const client = createFakeClient()
  client.proveCharge = async (...args) => {
    const answer = answers[Math.min(sent.push(args), answers.length) - 1]
    if (!answer || answer instanceof Error) throw answer
    return answer
  }
  const record = {
    shown: {
      recipient: fixtureRecipient,
      charge: chargeLike({ ...fixtureCharge, ...charge }),
      phase: 'payable' as const,
    },
    payment: payment ?? proven,
    client,
    send(event: ChargeEvent) {
      events.push(event)
      if (event.type === 'proof_answered')
        record.payment = { ...record.payment, proofDelivery: event.proofDelivery }
    },
  }
  const done = deliverProof(record)
  return { sent, events, done }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a proof', () => {
  it('is sent to the URL of its charge, whose answer may bring the message of the recipient', async () => {
    const success = { tag: 'message', message: 'Thanks!' } as const
    const { sent, events, done } = deliver([{ ...state, success }])
    await done
    expect(sent).toEqual([[fixtureCharge.watchUrl, fixturePreimage]])
    expect(events).toEqual([{ type: 'proof_answered', proofDelivery: undefined, success }])
  })

  it('brings no message of something else', async () => {
    const success = { tag: 'message', message: 'Thanks!' } as const
    const answer = { kind: 'ramp', status: 'completed', at: at.toISOString(), success } as WatchState
    const { events, done } = deliver([answer])
    await done
    expect(events).toEqual([{ type: 'proof_answered', proofDelivery: undefined, success: undefined }])
  })

  it.each<[string, PaymentFacts, Partial<CheckedCharge>]>([
    ['without a preimage', { evidence: 'app', at, proofDelivery: 'pending' }, {}],
    ['without a URL', proven, { watchUrl: undefined }],
    ['that the server has', { ...proven, proofDelivery: undefined }, {}],
    ['that the server has refused', { ...proven, proofDelivery: 'refused' }, {}],
  ])('is not sent: %s', async (_, payment, charge) => {
    const { sent, events, done } = deliver([state], payment, charge)
    await done
    expect([sent, events]).toEqual([[], []])
  })

  it.each<[string, Error, boolean]>([
    ['refuses it itself', REFUSED, true],
    ['cannot be reached', NETWORK, false],
    ['fails otherwise', new TypeError('Failed to fetch'), false],
    [
      'is replaced by a page of a proxy',
      new LeydenError('NOT_FOUND', 'x', { contentType: 'text/html' }),
      false,
    ],
  ])('is final only if the server %s', async (_, error, isFinal) => {
    const { sent, events } = deliver([error, state])
    await pass(0)
    expect(events).toEqual(isFinal ? [{ type: 'proof_answered', proofDelivery: 'refused' }] : [])
    await pass(2_000)
    expect(sent).toHaveLength(isFinal ? 1 : 2)
    expect([vi.getTimerCount(), page.listeners]).toEqual([0, 0])
  })

  it('is sent again after a pause that doubles, up to five minutes', async () => {
    const { sent } = deliver([NETWORK])
    for (const [index, seconds] of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300].entries()) {
      await pass(seconds * 1_000 - 1)
      expect(sent).toHaveLength(index + 1)
      await pass(1)
      expect(sent).toHaveLength(index + 2)
    }
  })

  it('is sent again at once when the person or the network is back, and waits for nothing else then', async () => {
    const { sent, done } = deliver([NETWORK, NETWORK, state])
    await pass(1)
    expect(vi.getTimerCount()).toBe(1)
    for (const type of ['online', 'visibilitychange']) {
      page.dispatchEvent(new Event(type))
      await pass(0)
    }
    await done
    expect([sent.length, vi.getTimerCount(), page.listeners]).toEqual([3, 0, 0])
  })

  it.each([
    [0, false],
    [1, true],
  ])('is given up %i ms after its URL has ended: %s', async (late, isGivenUp) => {
    vi.setSystemTime(LAST + late)
    const { sent, events } = deliver([NETWORK])
    await pass(0)
    expect(sent).toHaveLength(1)
    expect(events).toEqual(isGivenUp ? [{ type: 'proof_answered', proofDelivery: 'refused' }] : [])
  })
})
