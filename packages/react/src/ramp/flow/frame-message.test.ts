import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FrameMessage, readFrameMessage } from './frame-message.js'

const rows: [unknown, FrameMessage | null][] = [
  [{ type: 'WIDGET_READY' }, { type: 'ready' }],
  [{ type: 'WIDGET_READY', payload: { version: 3 } }, { type: 'ready' }],
  [
    { type: 'WIDGET_STEP_CHANGE', payload: { step: 'quote' } },
    { type: 'step', step: 'quote' },
  ],
  [
    { type: 'WIDGET_STEP_CHANGE', payload: { name: 'quote' } },
    { type: 'step', step: 'quote' },
  ],
  [
    { type: 'WIDGET_STEP_CHANGE', payload: 'quote' },
    { type: 'step', step: 'quote' },
  ],
  [{ type: 'WIDGET_STEP_CHANGE', payload: { step: 3 } }, null],
  [{ type: 'WIDGET_STEP_CHANGE', payload: { step: 'x'.repeat(101) } }, null],
  [{ type: 'WIDGET_STEP_CHANGE' }, null],
  [
    { type: 'WIDGET_KYC_STATUS_CHANGE', payload: { status: 'pending' } },
    { type: 'step', step: 'kyc', detail: 'pending' },
  ],
  [{ type: 'WIDGET_KYC_STATUS_CHANGE' }, { type: 'step', step: 'kyc' }],
  [
    { type: 'WIDGET_KYC_STATUS_CHANGE', payload: { status: '' } },
    { type: 'step', step: 'kyc' },
  ],
  [
    { type: 'WIDGET_KYC_STATUS_CHANGE', payload: 'approved' },
    { type: 'step', step: 'kyc', detail: 'approved' },
  ],
  [
    { type: 'WIDGET_STEP_CHANGE', payload: { step: 'x'.repeat(100) } },
    { type: 'step', step: 'x'.repeat(100) },
  ],
  [{ type: 'WIDGET_TRANSACTION_COMPLETE', payload: { amount: '1' } }, { type: 'done' }],
  [
    { type: 'WIDGET_ERROR', payload: { code: 'E1', message: '<b>' } },
    { type: 'trouble', code: 'E1' },
  ],
  [{ type: 'WIDGET_ERROR' }, { type: 'trouble' }],
  [{ type: 'WIDGET_CLOSE' }, { type: 'close' }],
  [{ type: 'WIDGET_CLOSED' }, { type: 'close' }],
  [
    { type: 'WIDGET_RESIZE', payload: { height: 512.5 } },
    { type: 'height', heightPx: 512.5 },
  ],
  [
    { type: 'WIDGET_HEIGHT', payload: { height: 300 } },
    { type: 'height', heightPx: 300 },
  ],
  [{ type: 'WIDGET_HEIGHT', payload: { height: '512' } }, null],
  [{ type: 'WIDGET_HEIGHT', payload: { height: Number.NaN } }, null],
  [{ type: 'WIDGET_SOMETHING_ELSE' }, null],
  [{ type: 'error' }, null],
  [{ type: 'widget_ready' }, null],
  [{ type: ['WIDGET_READY'] }, null],
  [{ type: { toString: () => 'WIDGET_READY' } }, null],
  [null, null],
  [undefined, null],
  [42, null],
  [true, null],
  ['', null],
  ['WIDGET_READY', null],
  ['null', null],
  ['{"type":"WIDGET_READY"', null],
  [[{ type: 'WIDGET_READY' }], null],
]

describe('reading the message of a frame', () => {
  it.each(rows)('reads %j', (data, expected) => {
    expect(readFrameMessage(data)).toEqual(expected)
  })

  it('reads the same as JSON text', () => {
    for (const [data, expected] of rows)
      if (typeof data === 'object' && data !== null && !Array.isArray(data))
        expect(readFrameMessage(JSON.stringify(data))).toEqual(
          readFrameMessage(JSON.parse(JSON.stringify(data))),
        )
      else expect(expected).toBeNull()
  })

  it('does not parse a text that is longer than any provider needs', () => {
    const textOf = (length: number) => JSON.stringify({ type: 'WIDGET_READY' }).padEnd(length)
    expect(readFrameMessage(textOf(65_536))).toEqual({ type: 'ready' })
    expect(readFrameMessage(textOf(65_537))).toBeNull()
  })

  it('never throws on anything that can be posted', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.json()), (data) => {
        expect(() => readFrameMessage(data)).not.toThrow()
      }),
    )
  })
})
