import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AddressValidation, type Charge, createClient, isLeydenError } from '@leyden/core'
import { decodeInvoice } from '@leyden/lightning'
import { lnurlProvider } from '@leyden/lnurl'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CorpusCase, type CorpusOutcome, readCorpus } from '../../../lnurl/src/corpus/corpus.js'
import { CORPUS_ADDRESS, createCorpusServer } from '../../../lnurl/src/test-support/corpus-server.js'
import {
  OUTSIDE,
  startTestInternet,
  type TestInternet,
} from '../../../lnurl/src/test-support/test-internet.js'
import { createBff } from '../index.js'
import { memoryStore } from '../memory.js'
import { toNodeHandler } from '../node.js'
import { type Line, memoryLog } from '../test-support/memory-log.js'

/** Longer than the BFF keeps an answer, counts requests, or pauses after failures: each case starts anew. */
const BETWEEN_CASES_MS = 120_000

const families = readCorpus()
const log = memoryLog()
let internet: TestInternet
let example: CorpusCase
let server: ReturnType<typeof createCorpusServer>
let nowMs = Date.parse('2026-11-21T12:00:00Z')
let cases = 0
let client: ReturnType<typeof createClient>
let close: () => Promise<void>

beforeAll(async () => {
  internet = await startTestInternet({
    answer: (request, response) => server(request, response),
    openPorts: [3000, 8443],
  })
  const now = () => new Date(nowMs)
  const bff = createBff({
    pay: lnurlProvider({
      connect: internet.connect,
      resolve: async (hostname) => example.hosts?.[hostname] ?? [OUTSIDE],
      now,
      log,
    }),
    store: memoryStore(),
    publicUrl: 'https://shop.example/leyden',
    secrets: ['a secret of more than 32 characters, for tests'],
    log,
    now,
  })
  const host = createServer(toNodeHandler(bff)).listen(0, '127.0.0.1')
  await new Promise((resolve) => host.once('listening', resolve))
  client = createClient({ baseUrl: `http://127.0.0.1:${(host.address() as AddressInfo).port}/leyden` })
  close = async () => {
    host.closeAllConnections()
    await new Promise((resolve) => host.close(resolve))
    await bff.close()
    await internet.close()
  }
})

afterAll(() => close())

/** What a page gets for a case from the BFF: the answer to its look-up, and its charge if the address can be paid. */
async function outcomeOf(next: CorpusCase): Promise<CorpusOutcome> {
  example = next
  nowMs += BETWEEN_CASES_MS
  const preimage = (++cases).toString(16).padStart(64, '0')
  server = createCorpusServer(example, () => Math.floor(nowMs / 1000), { preimage })
  internet.hits.length = 0
  log.lines.length = 0

  const answer = await client.validateLightningAddress(CORPUS_ADDRESS).catch(fieldsOf)
  if ('code' in answer) return { ...answer, lookUpError: answer.code }
  if (!answer.valid) return refusal(answer)
  const { amount = '21000', comment: description, payerData: payer_data } = example.charge ?? {}
  const request = { lnaddress: CORPUS_ADDRESS, amount, description, payer_data }
  const charge = await client.createCharge(request).catch(fieldsOf)
  if ('code' in charge) return { ...advertised(answer), ...charge, chargeError: charge.code }
  return { ...advertised(answer), ...invoiceOf(charge, amount) }
}

function refusal(answer: Extract<AddressValidation, { valid: false }>): CorpusOutcome {
  const { reason: refused, detail, payer_data, provider_message: message } = answer
  return { refused, detail, actual: payer_data?.[0], message }
}

function advertised({ metadata }: Extract<AddressValidation, { valid: true }>): CorpusOutcome {
  const { minSendable, maxSendable, commentAllowed, payerData = {} } = metadata
  const kinds = Object.entries(payerData).map(([kind, { mandatory }]) => [kind, mandatory])
  return { limits: [minSendable, maxSendable], commentAllowed, kinds: Object.fromEntries(kinds) }
}

function invoiceOf({ invoice, detects }: Charge, amount: string): CorpusOutcome {
  expect(decodeInvoice(invoice.request).amountMsat).toBe(BigInt(amount))
  return { invoice: true, verifies: detects?.includes('verify') ? undefined : 'not_offered' }
}

function fieldsOf(error: unknown) {
  if (!isLeydenError(error)) throw error
  const { code, field, actual, retryAfterMs, providerMessage: message } = error
  return { code, field, actual, retryAfterMs, message }
}

/** The lines of the log that say why something was refused, each with its request and its host. */
function refusals(): Line['fields'][] {
  const lines = log.lines.filter(({ fields }) =>
    /^(ADDRESS_NOT_PAYABLE|RECIPIENT_PROVIDER_FAILED|RECIPIENT_PROVIDER_WRONG_INVOICE)$/.test(
      String(fields.code),
    ),
  )
  for (const { fields } of lines) {
    expect(fields.requestId).toMatch(/^\w{32}$/)
    expect(fields.host ?? fields.domain).toMatch(/\.example$/)
  }
  return lines.map(({ fields }) => fields)
}

describe.each(families)('a page gets the right outcome of $name: $about', ({ cases }) => {
  it.each(cases)('$id', async (next) => {
    const { right } = next
    const outcome = await outcomeOf(next)
    const results = ['refused', 'lookUpError', 'chargeError', 'invoice'] as const
    expect(results.map((result) => outcome[result])).toEqual(results.map((result) => right[result]))
    // What only the provider sees; a page gets neither the field nor the reason of an invalid reply.
    const {
      requests: _,
      warnings: __,
      successAction: ___,
      preimage: ____,
      verifies,
      reason,
      field,
      ...seen
    } = right
    expect(outcome).toMatchObject(seen)
    if (right.chargeError === 'INVOICE_MISMATCH' && field !== undefined) expect(outcome.field).toBe(field)
    if (right.invoice) expect(outcome.verifies !== 'not_offered').toBe(Array.isArray(verifies))
    expect(internet.hits).toEqual([])

    const lines = refusals()
    // The page did not send what the address demands, so nobody else has refused anything.
    const isOfPage = right.chargeError === 'PAYER_DATA_REQUIRED'
    expect(lines).toHaveLength(right.invoice || isOfPage ? 0 : 1)
    const [line] = lines
    if (right.refused) expect(line).toMatchObject({ reason: right.refused })
    if (right.detail ?? reason) expect([line?.detail, line?.reason]).toContain(right.detail ?? reason)
    if (right.message) expect(line?.providerMessage).toBe(right.message)
  })
})
