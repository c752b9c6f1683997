import { LeydenError } from '@leyden/core'
import { describe, expect, it } from 'vitest'
import type { GetReply, GuardedGet } from './guarded-get.js'
import { createVerifyPayment } from './verify-payment.js'

const PREIMAGE = '00'.repeat(32)
const QUESTION = {
  verifyUrl: 'https://verify.example/1',
  paymentHash: '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
  invoice: 'lnbcrt1asked',
}
const { signal } = new AbortController()

/** A verification whose server sends these replies, a clock that the test turns, and the log. */
function start(
  answer: () => object | string | Error,
  { host = 'verify.example', ...more }: Partial<GetReply> & { host?: string } = {},
) {
  let nowMs = Date.parse('2026-11-21T12:00:00Z')
  const requests: string[] = []
  const lines: [level: string, fields: object][] = []
  const get: GuardedGet = async (url, { onRequest } = {}) => {
    onRequest?.(host)
    requests.push(url)
    const body = answer()
    if (body instanceof Error) throw body
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return { status: 200, url: new URL(`https://${host}/1`), text, ...more }
  }
  const verify = createVerifyPayment({
    get,
    now: () => nowMs,
    log: {
      info: (fields) => void lines.push(['info', fields as object]),
      warn: (fields) => void lines.push(['warn', fields as object]),
      error() {},
    },
  })
  return {
    requests,
    lines,
    ask: (question: Partial<typeof QUESTION> = {}) => verify({ ...QUESTION, ...question }, { signal }),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

const failure = new LeydenError('NETWORK', 'x', { reason: 'unreachable' })

describe('the report on a payment', () => {
  it('is passed on', async () => {
    const replies = [
      { settled: false, preimage: PREIMAGE },
      { settled: true, preimage: PREIMAGE, pr: '' },
    ]
    const { ask } = start(() => replies.shift() ?? '')
    expect(await ask()).toEqual({ status: 'open' })
    expect(await ask()).toEqual({ status: 'paid', preimage: PREIMAGE })
  })

  it('is logged once if it says nothing although it has a preimage', async () => {
    const { ask, lines } = start(() => ({ preimage: PREIMAGE }))
    for (let poll = 0; poll < 3; poll++) expect(await ask()).toEqual({ status: 'unknown' })
    const fields = {
      code: 'LNURL_VERIFICATION_UNREADABLE',
      charge: QUESTION.paymentHash,
      host: 'verify.example',
      reason: 'preimage_without_settled',
    }
    expect(lines).toEqual([['info', fields]])
  })

  it('is requested as long as the server answers with LNURL errors, as some do until the payment', async () => {
    const { ask, requests } = start(() => ({ status: 'ERROR', reason: 'Not found' }))
    for (let poll = 0; poll < 20; poll++) expect(await ask()).toEqual({ status: 'unknown' })
    expect(requests).toHaveLength(20)
  })
})

describe('a verification that fails', () => {
  it.each([
    ['does not respond', () => failure],
    ['sends a page', () => '<!doctype html>'],
    ['sends other JSON', () => ({ hello: 'world' })],
  ])('five times in a row, because its server %s, is not requested again', async (_, answer) => {
    const { ask, pass, requests, lines } = start(answer)
    for (let second = 0; second < 86_400; second += 2) {
      expect(await ask()).toEqual({ status: 'unknown' })
      pass(2_000)
    }
    expect(requests).toHaveLength(5)
    expect(lines).toEqual([['warn', expect.objectContaining({ host: 'verify.example', errorsInARow: 5 })]])
  })

  it('for a quarter of an hour is requested again, and starts anew after a reply', async () => {
    let isDown = true
    const { ask, pass, requests } = start(() => (isDown ? failure : { settled: false }))
    for (let minute = 0; minute < 15; minute++) {
      await ask()
      pass(60_000)
    }
    expect(requests).toHaveLength(4)
    isDown = false
    pass(300_000)
    expect(await ask()).toEqual({ status: 'open' })
    isDown = true
    await ask()
    pass(5_000)
    isDown = false
    expect(await ask()).toEqual({ status: 'open' })
  })

  it('does not end another charge at the same host', async () => {
    const { ask, pass } = start(() => failure)
    for (let error = 0; error < 5; error++) {
      await ask()
      pass(900_000)
    }
    const other = start(() => ({ settled: false }))
    expect(await other.ask({ verifyUrl: 'https://verify.example/2' })).toEqual({ status: 'open' })
  })
})

describe('a host', () => {
  it('has one budget for all charges, also behind redirects', async () => {
    const { ask, pass, requests } = start(() => ({ settled: false }), { host: 'target.example' })
    const all = async () => {
      for (let charge = 0; charge < 700; charge++) await ask({ verifyUrl: `https://h${charge}.example/1` })
    }
    await all()
    expect(requests).toHaveLength(600)
    pass(60_000)
    await all()
    expect(requests).toHaveLength(1_200)
  })

  it('is left alone for as long as it asks for', async () => {
    const { ask, pass, requests } = start(() => ({ status: 'ERROR' }), { status: 429, retryAfterMs: 120_000 })
    await ask()
    pass(119_000)
    for (let charge = 0; charge < 5; charge++) await ask({ verifyUrl: `https://verify.example/${charge}` })
    expect(requests).toHaveLength(1)
    pass(1_000)
    await ask()
    expect(requests).toHaveLength(2)
  })
})
