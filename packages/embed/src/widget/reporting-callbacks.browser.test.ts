import { LeydenError } from '@leyden/core'
import { type PayCallbacks, payCallbacks, type RampCallbacks, rampCallbacks } from '@leyden/react/options'
import { fixtureCharge, payFixtures, rampFixtures } from '@leyden/react/testing'
import { describe, expect, it } from 'vitest'
import { reportingCallbacks } from './reporting-callbacks.js'
import type { WidgetReport } from './widget.js'

type Arguments<Callback> = NonNullable<Callback> extends (...args: infer Args) => unknown ? Args : never

/** A call of each callback, and the event that follows. */
type Calls<Callbacks> = {
  readonly [Name in keyof Callbacks]-?: readonly [args: Arguments<Callbacks[Name]>, event: WidgetReport]
}

const { at, late } = payFixtures.paid
const evidence = 'app'
const error = new LeydenError('TIMEOUT', 'The service did not answer.')
const session = { sessionId: 'ses_1', expiresAt: at, mode: 'test' } as const

const payCalls: Calls<PayCallbacks> = {
  onAmountChange: [[null], { name: 'leyden-amount-change', detail: null }],
  onCharge: [[fixtureCharge], { name: 'leyden-charge', detail: fixtureCharge }],
  onPaid: [
    [{ charge: fixtureCharge, evidence, at, late, reference: 'order 7', duplicateOf: 'ab' }],
    {
      name: 'leyden-paid',
      outcome: {
        status: 'paid',
        amountMsat: '2100000',
        lnaddress: 'alice@wallet.example',
        evidence,
        reference: 'order 7',
        duplicateOf: 'ab',
      },
    },
  ],
  onExpired: [[fixtureCharge], { name: 'leyden-expired', outcome: { status: 'expired' } }],
  onUnconfirmed: [[fixtureCharge], { name: 'leyden-unconfirmed', outcome: { status: 'unconfirmed' } }],
  onDone: [[payFixtures.paid], { name: 'leyden-close', detail: { by: 'person' } }],
  onError: [
    [error],
    { name: 'leyden-error', outcome: { status: 'error', code: 'TIMEOUT', retryable: true } },
  ],
  onStateChange: [
    [payFixtures.awaiting, { status: 'empty' }],
    { name: 'leyden-state-change', detail: { status: 'awaiting' } },
  ],
}

const rampCalls: Calls<RampCallbacks> = {
  onSession: [[session], { name: 'leyden-session', detail: session }],
  onReady: [[], { name: 'leyden-ready', detail: null }],
  onCompleted: [
    [{ sessionId: 'ses_1', at }],
    { name: 'leyden-completed', outcome: { status: 'completed', sessionId: 'ses_1' } },
  ],
  onExpired: [[session], { name: 'leyden-expired', outcome: { status: 'expired' } }],
  onUnconfirmed: [[session], { name: 'leyden-unconfirmed', outcome: { status: 'unconfirmed' } }],
  onBlocked: [
    ['frame_src', 'Allow it.'],
    { name: 'leyden-blocked', detail: { reason: 'frame_src', fix: 'Allow it.' } },
  ],
  onClose: [[{ by: 'provider' }], { name: 'leyden-close', detail: { by: 'provider' } }],
  onDone: [[], { name: 'leyden-close', detail: { by: 'person' } }],
  onError: [
    [new LeydenError('PURCHASE_FAILED', 'It failed.')],
    { name: 'leyden-error', outcome: { status: 'error', code: 'PURCHASE_FAILED', retryable: true } },
  ],
  onStateChange: [
    [rampFixtures.handoff],
    // A state contains the URL of a session, so the event only has its name.
    { name: 'leyden-state-change', detail: { status: 'handoff' } },
  ],
}

describe('an element sends for', () => {
  it.each(Object.entries(payCalls))('%s of a payment one event', (name, [args, event]) => {
    const reported: WidgetReport[] = []
    const callbacks = reportingCallbacks<PayCallbacks>(payCallbacks, (report) => reported.push(report))
    Reflect.apply(callbacks[name as keyof PayCallbacks], undefined, args)
    expect(reported).toEqual([event])
  })

  it.each(Object.entries(rampCalls))('%s of the ramp one event', (name, [args, event]) => {
    const reported: WidgetReport[] = []
    const callbacks = reportingCallbacks<RampCallbacks>(rampCallbacks, (report) => reported.push(report))
    Reflect.apply(callbacks[name as keyof RampCallbacks], undefined, args)
    expect(reported).toEqual([event])
  })
})
