import { bytesToHex } from '@noble/hashes/utils.js'
import * as secp256k1 from '@noble/secp256k1'
import fc from 'fast-check'
import { decode as decodeElsewhere } from 'light-bolt11-decoder'
import { describe, expect, it } from 'vitest'
import { atSecond, encodeInvoice, numberWords, type Tag, tag } from '../test-support/invoice-encoder.js'
import { checkInvoice, decodeInvoice as decodeWithoutSignature } from './invoice.js'
import { decodeSignedInvoice } from './invoice-signature.js'

const CURRENCIES = { bc: 'mainnet', tb: 'testnet', tbs: 'signet', bcrt: 'regtest' } as const
/** Each one signs an invoice. */
const RUNS = process.env.LEYDEN_SOAK === '1' ? 1_000 : 20
const MAX_SUPPLY_MSAT = 2_100_000_000_000_000_000n

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array) => bytesToHex(array))
const knownBits = fc.uniqueArray(fc.constantFrom(8, 9, 14, 15, 16, 17, 24, 25, 36, 37, 48, 49, 51, 99, 151))

const draft = fc.record({
  currency: fc.constantFrom('bc', 'tb', 'tbs', 'bcrt'),
  amountMsat: fc.option(fc.bigInt(1n, MAX_SUPPLY_MSAT)),
  timestamp: fc.integer({ min: 0, max: 2 ** 35 - 1 }),
  paymentHash: hex(32),
  paymentSecret: hex(32),
  description: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constant('')),
  hashed: fc.option(hex(32)),
  expirySeconds: fc.option(fc.integer({ min: 0, max: 2 ** 31 })),
  minFinalCltvExpiryDelta: fc.option(fc.integer({ min: 1, max: 2 ** 20 })),
  features: knownBits,
  metadata: fc.option(fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => bytesToHex(bytes))),
  namesPayee: fc.boolean(),
  privateKey: fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .filter((key) => secp256k1.utils.isValidSecretKey(key)),
  order: fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
})

type Draft = typeof draft extends fc.Arbitrary<infer D> ? D : never

// Every amount can be written in picobitcoin, so one unit covers them all.
const prefixOf = ({ currency, amountMsat }: Draft) =>
  `ln${currency}${amountMsat === null ? '' : `${amountMsat * 10n}p`}`

function write(from: Draft): string {
  const { privateKey, timestamp, order } = from
  const tags: Tag[] = [
    tag.hex('p', from.paymentHash),
    tag.hex('s', from.paymentSecret),
    from.hashed === null ? tag.text('d', from.description) : tag.hex('h', from.hashed),
    ['9', numberWords(from.features.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n))],
  ]
  if (from.expirySeconds !== null) tags.push(tag.number('x', from.expirySeconds))
  if (from.minFinalCltvExpiryDelta !== null) tags.push(tag.number('c', from.minFinalCltvExpiryDelta))
  if (from.metadata !== null) tags.push(tag.hex('m', from.metadata))
  if (from.namesPayee) tags.push(tag.hex('n', bytesToHex(secp256k1.getPublicKey(privateKey))))
  const shuffled = tags
    .map((field, index) => ({ field, rank: order[index] ?? 0 }))
    .sort((a, b) => a.rank - b.rank)
  return encodeInvoice({
    prefix: prefixOf(from),
    timestamp,
    privateKey,
    tags: shuffled.map(({ field }) => field),
  })
}

describe('invoices of any content', () => {
  it('come back as they were written, in either case', () => {
    fc.assert(
      fc.property(draft, fc.boolean(), (from, upper) => {
        const invoice = write(from)
        const expirySeconds = from.expirySeconds ?? 3600
        expect(decodeSignedInvoice(upper ? invoice.toUpperCase() : invoice)).toMatchObject({
          paymentRequest: invoice,
          network: CURRENCIES[from.currency as keyof typeof CURRENCIES],
          amountMsat: from.amountMsat,
          timestamp: from.timestamp,
          expirySeconds,
          expiresAt: from.timestamp + expirySeconds,
          paymentHash: from.paymentHash,
          paymentSecret: from.paymentSecret,
          description: from.hashed === null ? from.description : undefined,
          descriptionHash: from.hashed ?? undefined,
          metadata: from.metadata ?? undefined,
          minFinalCltvExpiryDelta: from.minFinalCltvExpiryDelta ?? 18,
          features: [...from.features].sort((a, b) => a - b),
          payee: bytesToHex(secp256k1.getPublicKey(from.privateKey)),
        })
      }),
      { numRuns: RUNS },
    )
  })

  it('are read as another library reads them', () => {
    fc.assert(
      fc.property(draft, (from) => {
        const invoice = write({ ...from, currency: 'bc' })
        const { sections } = decodeElsewhere(invoice)
        const read = (name: string) => {
          const section = sections.find((candidate) => candidate.name === name)
          return section && 'value' in section ? section.value : undefined
        }
        const decoded = decodeSignedInvoice(invoice)
        expect(read('timestamp')).toBe(decoded.timestamp)
        expect(read('payment_hash')).toBe(decoded.paymentHash)
        expect(read('payment_secret')).toBe(decoded.paymentSecret)
        expect(read('description')).toBe(decoded.description)
        expect(read('description_hash')).toBe(decoded.descriptionHash)
        expect(read('amount')).toBe(decoded.amountMsat?.toString())
        expect(read('expiry') ?? 3600).toBe(decoded.expirySeconds)
      }),
      { numRuns: RUNS },
    )
  })

  it('pass the check for their own amount, network and time, and for no other', () => {
    fc.assert(
      fc.property(draft, fc.bigInt(1n, MAX_SUPPLY_MSAT), (from, otherMsat) => {
        const network = CURRENCIES[from.currency as keyof typeof CURRENCIES]
        const now = atSecond(from.timestamp)
        const check = (amountMsat: bigint) => checkInvoice(write(from), { amountMsat, network, now }).ok
        const lives = from.expirySeconds !== 0
        expect(check(from.amountMsat ?? 1n)).toBe(from.amountMsat !== null && lives)
        if (otherMsat !== from.amountMsat) expect(check(otherMsat)).toBe(false)
      }),
      { numRuns: RUNS },
    )
  })
})

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))

describe('an invoice with one character wrong', () => {
  const refuses = (mutate: (invoice: string, at: number, character: string) => string) => {
    const character = fc.oneof(
      fc.constantFrom(...PRINTABLE),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    )
    fc.assert(
      fc.property(draft, fc.nat(), character, (from, position, wrong) => {
        const invoice = write(from)
        const mutated = mutate(invoice, position % invoice.length, wrong)
        fc.pre(mutated.toLowerCase() !== invoice && mutated !== invoice)
        // The checksum or the layout must detect it, before the signature.
        expect(() => decodeWithoutSignature(mutated)).toThrow(
          expect.objectContaining({ code: 'BAD_INVOICE' }),
        )
      }),
      { numRuns: RUNS },
    )
  }

  it('is refused if the character was replaced', () => {
    refuses((invoice, at, wrong) => invoice.slice(0, at) + wrong + invoice.slice(at + 1))
  })

  it('is refused if the character was added', () => {
    refuses((invoice, at, wrong) => invoice.slice(0, at) + wrong + invoice.slice(at))
  })

  it('is refused if the character was left out', () => {
    refuses((invoice, at) => invoice.slice(0, at) + invoice.slice(at + 1))
  })

  it('is refused if two neighbouring characters were swapped', () => {
    refuses(
      (invoice, at) => invoice.slice(0, at) + (invoice[at + 1] ?? '') + invoice[at] + invoice.slice(at + 2),
    )
  })

  it('is refused at every position of one invoice', () => {
    const invoice = encodeInvoice({
      prefix: 'lnbc2500u',
      timestamp: 1_760_000_000,
      tags: [tag.hex('p', '22'.repeat(32)), tag.hex('s', '11'.repeat(32)), tag.text('d', 'every position')],
    })
    for (let at = 0; at < invoice.length; at++)
      for (const wrong of PRINTABLE) {
        if (wrong.toLowerCase() === invoice[at]) continue
        const mutated = invoice.slice(0, at) + wrong + invoice.slice(at + 1)
        expect(() => decodeWithoutSignature(mutated), `${wrong} at ${at}`).toThrow()
      }
  })
})
