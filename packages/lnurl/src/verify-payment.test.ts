import { describe, expect, it } from 'vitest'
import type { GuardedGet } from './guarded-get.js'
import { verifyPayment } from './verify-payment.js'

const PREIMAGE = '00'.repeat(32)
const PAYMENT_HASH = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
const INVOICE = 'lnbcrt1asked'
const { signal } = new AbortController()

function answered(body: unknown) {
  const verifyUrl = 'https://pay.example.com/verify'
  const get: GuardedGet = async () => ({
    status: 200,
    text: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return verifyPayment(get, { verifyUrl, paymentHash: PAYMENT_HASH, invoice: INVOICE }, signal)
}

describe('the provider’s report on a payment', () => {
  it.each([
    ['settled', { status: 'OK', settled: true, preimage: null, pr: INVOICE }, { status: 'paid' }],
    ['settled and proven', { settled: true, preimage: PREIMAGE }, { status: 'paid', preimage: PREIMAGE }],
    ['not settled', { status: 'OK', settled: false, preimage: null, pr: INVOICE }, { status: 'open' }],
  ])('is accepted if it is %s', async (_, body, word) => {
    expect(await answered(body)).toEqual(word)
  })

  it.each([
    ['an error', { status: 'ERROR', reason: 'Not found' }],
    ['an error that also contains "settled: true"', { status: 'ERROR', settled: true, pr: INVOICE }],
    ['an error in small letters, with the preimage', { status: 'error', settled: true, preimage: PREIMAGE }],
    ['an error that also contains "settled: false"', { status: 'ERROR', settled: false }],
    ['about another invoice', { settled: true, pr: 'lnbcrt1other' }],
    ['with a preimage of another payment', { settled: true, preimage: 'ab'.repeat(32) }],
    ['with a preimage that is no text', { settled: true, preimage: 7 }],
    ['settled as a text', { settled: 'true' }],
    ['settled as a number', { settled: 1 }],
    ['a list', [{ settled: true }]],
    ['nothing', 'null'],
    ['a page', '<!doctype html>'],
    ['inherited', '{"__proto__":{"settled":true}}'],
  ])('is unknown if it is %s', async (_, body) => {
    expect(await answered(body)).toEqual({ status: 'unknown' })
  })
})
