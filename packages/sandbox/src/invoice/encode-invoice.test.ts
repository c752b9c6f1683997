import type { InvoiceContent } from '@leyden/lightning/testing'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { getPublicKey, recoverPublicKey } from '@noble/secp256k1'
import { bech32 } from '@scure/base'
import { decode } from 'light-bolt11-decoder'
import { describe, expect, it } from 'vitest'
import { encodeInvoice } from './encode-invoice.js'

const SECRET_KEY = hexToBytes('e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734')

const FIELDS: InvoiceContent = {
  network: 'regtest',
  amountMsat: 2_100_000n,
  timestamp: 1_800_000_000,
  expirySeconds: 3600,
  paymentHash: sha256(utf8ToBytes('preimage')),
  paymentSecret: sha256(utf8ToBytes('secret')),
  description: { text: 'Tips for Alice' },
}

/** The invoice as an independent library decodes it. */
function read(invoice: string): Record<string, unknown> {
  return Object.fromEntries(
    decode(invoice).sections.map((section) => [section.name, 'value' in section ? section.value : null]),
  )
}

/** Recovers the payee from the signature over the bits of the text. */
function payeeOf(invoice: string): string {
  const { prefix, words } = bech32.decode(invoice as `${string}1${string}`, false)
  const bits = words
    .slice(0, -104)
    .map((word) => word.toString(2).padStart(5, '0'))
    .join('')
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
  const signature = bech32.fromWords(words.slice(-104))
  const recovered = Uint8Array.of(signature[64] ?? 0, ...signature.slice(0, 64))
  return bytesToHex(recoverPublicKey(recovered, concatBytes(utf8ToBytes(prefix), Uint8Array.from(bytes))))
}

describe('encodeInvoice', () => {
  it('writes every field so that an independent library can read it', () => {
    const sections = read(encodeInvoice(FIELDS, SECRET_KEY))
    expect(sections).toMatchObject({
      amount: '2100000',
      timestamp: 1_800_000_000,
      expiry: 3600,
      description: 'Tips for Alice',
      payment_hash: bytesToHex(FIELDS.paymentHash),
      payment_secret: bytesToHex(FIELDS.paymentSecret),
      min_final_cltv_expiry: 40,
      feature_bits: { var_onion_optin: 'required', payment_secret: 'required', basic_mpp: 'supported' },
    })
  })

  it.each([
    [1n, '10p'],
    [1234n, '12340p'],
    [100n, '1n'],
    [2_100_000n, '21u'],
    [100_000n, '1u'],
    [150_000_000n, '1500u'],
    [100_000_000n, '1m'],
    [100_000_000_000n, '1'],
    [123_456_789_012n, '1234567890120p'],
    [9_007_199_254_740_993n, '90071992547409930p'],
  ])('writes %s msat exactly and in the shortest form', (amountMsat, written) => {
    const invoice = encodeInvoice({ ...FIELDS, amountMsat }, SECRET_KEY)
    expect(invoice.startsWith(`lnbcrt${written}1`)).toBe(true)
    expect(read(invoice).amount).toBe(String(amountMsat))
  })

  it.each([
    ['mainnet', 'lnbc21u1'],
    ['testnet', 'lntb21u1'],
    ['signet', 'lntbs21u1'],
    ['regtest', 'lnbcrt21u1'],
  ] as const)('begins with the prefix of %s', (network, prefix) => {
    expect(encodeInvoice({ ...FIELDS, network }, SECRET_KEY).startsWith(prefix)).toBe(true)
  })

  it('omits the amount if the payer may choose it', () => {
    const invoice = encodeInvoice({ ...FIELDS, amountMsat: null }, SECRET_KEY)
    expect(invoice.startsWith('lnbcrt1')).toBe(true)
    expect(read(invoice)).not.toHaveProperty('amount')
  })

  it('writes the hash of a description instead of the text', () => {
    const hash = sha256(utf8ToBytes('[["text/plain","Tips"]]'))
    const sections = read(encodeInvoice({ ...FIELDS, description: { hash } }, SECRET_KEY))
    expect(sections.description_hash).toBe(bytesToHex(hash))
    expect(sections).not.toHaveProperty('description')
  })

  it('is signed by the given key', () => {
    const invoice = encodeInvoice(FIELDS, SECRET_KEY)
    expect(payeeOf(invoice)).toBe(bytesToHex(getPublicKey(SECRET_KEY)))
    expect(invoice).toBe(encodeInvoice(FIELDS, SECRET_KEY))
  })
})
