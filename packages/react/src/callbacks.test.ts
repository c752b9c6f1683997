import { LeydenError } from '@leyden/core'
import { describe, expect, it, vi } from 'vitest'
import { callbackRows } from './foundation/options/option-rule.js'
import { createNotifier } from './foundation/reports/callback-table.js'
import { fixtureCharge, payFixtures } from './pay/flow/fixtures.js'
import { type PayCallbacks, payCallbacks } from './pay/pay-callbacks.js'
import { payOptions } from './pay/pay-options.js'
import { rampCallbacks } from './ramp/ramp-callbacks.js'
import { rampOptions } from './ramp/ramp-options.js'

describe('a table of callbacks', () => {
  it('is the only place that has the names of the elements’ events', () => {
    expect(callbackRows(payCallbacks)).toMatchObject({
      onPaid: { element: 'leyden-paid' },
      onDone: { element: 'leyden-close' },
    })
    expect(payOptions).toMatchObject(callbackRows(payCallbacks))
    expect(rampOptions).toMatchObject(callbackRows(rampCallbacks))
  })

  it('names an outcome like the event that has it', () => {
    const { onPaid, onExpired, onUnconfirmed, onError } = payCallbacks
    const { evidence } = payFixtures.paid
    expect(onPaid.outcome({ charge: fixtureCharge, evidence, reference: 'order 7' })).toEqual({
      status: 'paid',
      amountMsat: '2100000',
      lnaddress: 'alice@wallet.example',
      evidence: 'preimage',
      reference: 'order 7',
    })
    const rows = [onExpired, onUnconfirmed, rampCallbacks.onExpired, rampCallbacks.onUnconfirmed]
    for (const { element, outcome } of rows) expect(element).toBe(`leyden-${outcome().status}`)
    expect(onError.outcome(new LeydenError('TIMEOUT', 'x'))).toEqual({
      status: 'error',
      code: 'TIMEOUT',
      retryable: true,
    })
  })
})

describe('a notifier', () => {
  const notify = createNotifier<PayCallbacks>('pay', payCallbacks)

  it('calls the callback with its arguments, and reports the event that the table makes of them', () => {
    const listeners = { onStateChange: vi.fn(), widgetEvents: { emit: vi.fn() } }
    const address = { status: 'empty' } as const
    notify(listeners, 'onStateChange', payFixtures.idle, address)
    expect(listeners.onStateChange.mock.calls).toEqual([[payFixtures.idle, address]])
    const event = { widget: 'pay', type: 'stateChange', state: payFixtures.idle, address }
    expect(listeners.widgetEvents.emit.mock.calls).toEqual([[event, undefined]])
  })

  it('gives what several widgets may report a key', () => {
    const emit = vi.fn()
    notify({ widgetEvents: { emit } }, 'onExpired', fixtureCharge)
    notify({ widgetEvents: { emit } }, 'onUnconfirmed', fixtureCharge)
    const [first, second] = emit.mock.calls.map(([, key]) => key)
    expect([first, second]).toEqual([`end ${fixtureCharge.id}`, first])
  })

  it('reports no event for a callback that is called for each key', () => {
    const listeners = { onAmountChange: vi.fn(), widgetEvents: { emit: vi.fn() } }
    notify(listeners, 'onAmountChange', null)
    expect(listeners.onAmountChange.mock.calls).toEqual([[null]])
    expect(listeners.widgetEvents.emit).not.toHaveBeenCalled()
  })

  it('still reports the event after an error in the callback', () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    const emit = vi.fn()
    const onDone = () => {
      throw new Error('The page is wrong.')
    }
    notify({ onDone, widgetEvents: { emit } }, 'onDone', payFixtures.paid)
    expect([report.mock.calls.length, emit.mock.calls.length]).toEqual([1, 1])
    vi.unstubAllGlobals()
  })
})
