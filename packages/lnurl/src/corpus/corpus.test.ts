import { isLeydenError } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lnurlProvider } from '../lnurl-provider.js'
import { CORPUS_ADDRESS, createCorpusServer } from '../test-support/corpus-server.js'
import { OUTSIDE, startTestInternet, type TestInternet } from '../test-support/test-internet.js'
import { type CorpusCase, type CorpusOutcome, readCorpus } from './corpus.js'

const { signal } = new AbortController()
const families = readCorpus()
let internet: TestInternet
let nowMs: number
let server: ReturnType<typeof createCorpusServer>

beforeAll(async () => {
  internet = await startTestInternet({
    answer: (request, response) => server(request, response),
    openPorts: [3000, 8443],
  })
})

afterAll(() => internet.close())

/** Looks the address of a case up, gets the invoice, and verifies it as often as the case says. */
async function outcomeOf(example: CorpusCase): Promise<CorpusOutcome> {
  nowMs = Date.parse('2026-11-21T12:00:00Z')
  server = createCorpusServer(example, () => Math.floor(nowMs / 1000))
  internet.requests.length = 0
  internet.hits.length = 0
  const warnings: string[] = []
  const { validateLightningAddress, createCharge, verify } = lnurlProvider({
    connect: internet.connect,
    resolve: async (hostname) => example.hosts?.[hostname] ?? [OUTSIDE],
    now: () => new Date(nowMs),
    log: {
      info: (fields) => void warnings.push(...((fields as { warnings?: string[] }).warnings ?? [])),
      warn() {},
      error() {},
    },
  })

  const answer = await validateLightningAddress(CORPUS_ADDRESS, { signal }).catch(errorOf)
  if ('code' in answer) return { ...answer.fields, lookUpError: answer.code }
  if (!answer.valid) {
    const { reason: refused, detail, payer_data, provider_message: message } = answer
    return { refused, detail, actual: payer_data?.[0], message }
  }
  const { metadata } = answer
  const lookUps = internet.requests.length
  const { amount = '21000', comment: description, payerData } = example.charge ?? {}
  const request = { lnaddress: CORPUS_ADDRESS, amount, description, payerData }
  const charge = await createCharge(request, { signal, metadata }).catch(errorOf)
  const known = {
    limits: [metadata.minSendable, metadata.maxSendable] as [number, number],
    commentAllowed: metadata.commentAllowed,
    kinds: Object.fromEntries(
      Object.entries(metadata.payerData ?? {}).map(([kind, { mandatory }]) => [kind, mandatory]),
    ),
    requests: internet.requests.slice(lookUps),
  }
  if ('code' in charge) return { ...known, ...charge.fields, chargeError: charge.code }

  const invoice = decodeInvoice(charge.invoice.request)
  expect(invoice.amountMsat).toBe(BigInt(amount))
  const { callbackHost: _, ...action } = charge.successAction ?? { callbackHost: '' }
  const outcome: CorpusOutcome = {
    ...known,
    invoice: true,
    warnings,
    successAction: charge.successAction ? action : null,
  }
  const { verifies } = example.right
  const { verifyUrl } = charge
  if (verifyUrl === undefined) return { ...outcome, verifies: 'not_offered' }
  const statuses: string[] = []
  let preimage: string | undefined
  for (let poll = 0; poll < (verifies?.length ?? 0); poll++) {
    const payment = { verifyUrl, invoice: charge.invoice.request, paymentHash: invoice.paymentHash }
    const report = await verify(payment, { signal })
    statuses.push(report.status)
    preimage = report.status === 'paid' ? report.preimage : undefined
    nowMs += 3_600_000
  }
  return { ...outcome, verifies: statuses, preimage: preimage !== undefined }
}

function errorOf(error: unknown) {
  if (!isLeydenError(error)) throw error
  const { code, field, reason, actual, retryAfterMs, providerMessage: message } = error
  return { code, fields: { field, reason, actual, retryAfterMs, message } }
}

describe.each(families)('$name: $about', ({ cases }) => {
  it.each(cases)('$id: $about', async (example) => {
    const { right } = example
    const outcome = await outcomeOf(example)
    const results = ['refused', 'lookUpError', 'chargeError', 'invoice'] as const
    expect(results.map((result) => outcome[result])).toEqual(results.map((result) => right[result]))
    expect(outcome).toMatchObject(right)
    expect(outcome.warnings ?? []).toEqual(right.warnings ?? [])
    // A request of the charge is sent for every address that can be paid, unless it lacks what the address demands.
    if (outcome.requests && right.chargeError !== 'PAYER_DATA_REQUIRED' && right.reason !== 'unreachable')
      expect(outcome.requests).not.toEqual([])
    expect(internet.hits).toEqual([])
  })
})

describe('the corpus', () => {
  it('has at least 120 cases, and six or more in each of its families', () => {
    expect(families.map(({ name }) => name)).toEqual([
      'callback-urls',
      'errors',
      'first-reply',
      'images',
      'invoices',
      'metadata',
      'numbers',
      'payer-data',
      'redirects',
      'second-reply',
      'success-action',
      'transport',
      'verify',
    ])
    const counts = families.map(({ cases }) => cases.length)
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(6)
    expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(120)
  })

  it('has each id once', () => {
    const ids = families.flatMap(({ cases }) => cases.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })
})
