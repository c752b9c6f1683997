import { describe, expect, it } from 'vitest'
import { parseVerifyResponse } from './pay-request.js'

const PREIMAGE = '00'.repeat(32)
const WRONG = 'ab'.repeat(32)
const EXPECTED = {
  paymentHash: '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
  invoice: 'lnbcrt1asked',
}
const read = (body: string | object) => parseVerifyResponse(body, EXPECTED)

describe('a verification', () => {
  it.each([true, 'true', 'TRUE', 1, '1'])('is paid with settled as %j', (settled) => {
    const tolerated = settled === true ? ['no_pr'] : ['settled_not_boolean', 'no_pr']
    expect(read({ settled })).toEqual({ status: 'paid', tolerated })
    expect(read({ settled, preimage: PREIMAGE })).toEqual({ status: 'paid', preimage: PREIMAGE, tolerated })
  })

  it.each(['', null, ' ', 'lightning:lnbcrt1asked', 'LNBCRT1ASKED', 'lnbcrt1other', 7])(
    'is paid by the right preimage however the invoice is written: %j',
    (pr) => {
      const answer = read({ status: 'OK', settled: true, preimage: PREIMAGE.toUpperCase(), pr })
      expect(answer).toMatchObject({ status: 'paid', preimage: PREIMAGE })
    },
  )

  it.each(['', null, 'lightning:lnbcrt1asked', ' LIGHTNING://LNBCRT1ASKED '])(
    'is paid without a preimage if the invoice is this one: %j',
    (pr) => {
      const answer = read({ settled: true, preimage: '', pr })
      expect(answer).toMatchObject({ status: 'paid' })
      expect(answer).not.toHaveProperty('preimage')
    },
  )

  it.each([false, 'false', 'False', 0, '0'])(
    'is open with settled as %j, whatever stands beside it',
    (settled) => {
      for (const more of [
        {},
        { preimage: PREIMAGE },
        { preimage: WRONG },
        { preimage: PREIMAGE, pr: 'lnbcrt1other' },
        { status: 'OK', preimage: null, pr: EXPECTED.invoice },
      ])
        expect(read({ settled, ...more })).toMatchObject({ status: 'open' })
    },
  )

  it.each([
    [[], { settled: false, preimage: null, pr: EXPECTED.invoice }],
    [['settled_not_boolean'], { settled: 'false', pr: EXPECTED.invoice }],
    [['early_preimage'], { settled: false, preimage: PREIMAGE, pr: EXPECTED.invoice }],
    [['no_pr'], { settled: false }],
    // Nobody can claim a payment with it.
    [[], { settled: false, preimage: WRONG, pr: EXPECTED.invoice }],
  ])('tolerates %j', (tolerated, body) => {
    expect(read(body)).toEqual({ status: 'open', tolerated })
  })

  it.each([
    ['an error', { status: 'ERROR', reason: 'Not found' }, 'upstream_error'],
    ['an error in small letters', { status: 'error', settled: true, preimage: PREIMAGE }, 'upstream_error'],
    ['an error that is not settled', { status: 'ERROR', settled: false }, 'upstream_error'],
    ['about another invoice', { settled: true, pr: 'lnbcrt1other' }, 'other_invoice'],
    ['with a preimage of another payment', { settled: true, preimage: WRONG }, 'wrong_preimage'],
    ['with a preimage that is no text', { settled: true, preimage: 7 }, 'wrong_preimage'],
    ['only a preimage', { preimage: PREIMAGE }, 'preimage_without_settled'],
    ['a preimage with an odd settled', { settled: 'yes', preimage: PREIMAGE }, 'preimage_without_settled'],
    ['a wrong preimage alone', { preimage: WRONG }, 'unreadable_settled'],
    ['settled by null', { settled: null }, 'unreadable_settled'],
    ['settled by 2', { settled: 2 }, 'unreadable_settled'],
    ['settled by an object', { settled: {} }, 'unreadable_settled'],
    ['a list', [{ settled: true }], 'bad_shape'],
    ['nothing', 'null', 'bad_shape'],
    ['a page', '<!doctype html>', 'bad_json'],
    ['inherited', '{"__proto__":{"settled":true}}', 'unreadable_settled'],
  ])('is unknown if it is %s', (_, body, reason) => {
    expect(read(body)).toEqual({ status: 'unknown', reason })
  })
})
