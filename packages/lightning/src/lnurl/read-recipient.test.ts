import { describe, expect, it } from 'vitest'
import { cutComment, readRecipient } from './pay-request.js'

const address = 'alice@wallet.example'
const metadata = {
  tag: 'payRequest',
  callback: 'https://wallet.example/cb',
  minSendable: 1_000,
  maxSendable: 100_000_000,
  metadata: '[["text/plain","Tips"]]',
}
const read = (changes: object, given: Record<string, string> = {}) =>
  readRecipient({ ...metadata, ...changes }, { address, given })

describe('a recipient', () => {
  it('can be paid', () => {
    expect(read({})).toMatchObject({ ok: true, value: { minSats: 1n, maxSats: 100_000n } })
  })

  it.each([
    [{ callback: undefined }, 'bad_callback'],
    [{ callback: 'http://wallet.example/cb' }, 'insecure_callback'],
    [{ minSendable: 1_001, maxSendable: 1_999 }, 'no_whole_sat_amount'],
  ])('cannot be paid with %o', (changes, detail) => {
    expect(read(changes)).toMatchObject({ ok: false, reason: 'not_usable', detail })
  })

  it.each([undefined, 'http://wallet.example/cb', 'https://', 7])(
    'can be paid with the callback %o, if nobody uses it',
    (callback) => {
      const options = { address, usesCallback: false }
      expect(readRecipient({ ...metadata, callback }, options)).toMatchObject({ ok: true, tolerated: [] })
    },
  )

  it('cannot be paid with an error, whose words are returned', () => {
    const detail = 'upstream_error'
    expect(read({ status: 'ERROR', reason: 'Closed\u202e today' })).toEqual({
      ok: false,
      reason: 'not_usable',
      detail,
      provider_message: 'Closed today',
    })
    expect(read({ status: 'ERROR' })).toEqual({ ok: false, reason: 'not_usable', detail })
  })

  it.each(['', '[]', '{}', '<html>', 'x'.repeat(300_000)])('cannot be paid with the body %.10j', (body) => {
    expect(readRecipient(body, { address })).toEqual({ ok: false, reason: 'not_usable', detail: 'wrong_tag' })
  })

  it('cannot be paid without the required payer data, which is listed in its order', () => {
    const payerData = {
      email: { mandatory: true },
      name: { mandatory: true },
      identifier: { mandatory: false },
    }
    expect(read({ payerData })).toEqual({
      ok: false,
      reason: 'payer_data_required',
      payer_data: ['email', 'name'],
    })
    expect(read({ payerData }, { email: 'a@b.example', name: '' })).toMatchObject({ payer_data: ['name'] })
    expect(read({ payerData }, { email: 'a@b.example', name: 'A' }).ok).toBe(true)
    const advertised = { ...metadata, payerData }
    expect(readRecipient(advertised, { address }).ok).toBe(true)
  })

  it('cannot be paid if it demands payer data that a page cannot ask for', () => {
    const payerData = { pubkey: { mandatory: true } }
    expect(read({ payerData })).toEqual({
      ok: false,
      reason: 'payer_data_required',
      payer_data: ['pubkey'],
    })
  })
})

it('cuts a comment without splitting a character', () => {
  expect(cutComment('ab😀', 3)).toBe('ab')
  expect(cutComment('ab😀', 4)).toBe('ab😀')
  expect(cutComment('ab', 0)).toBe('')
})
