import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { encodeInvoice, type InvoiceContent } from '@leyden/lightning/testing'
import { hashes, sign } from '@noble/secp256k1'
import type { CorpusCase, CorpusReply } from '../corpus/corpus.js'

const sha256 = (data: Uint8Array | string) => Uint8Array.from(createHash('sha256').update(data).digest())

hashes.sha256 ??= sha256
hashes.hmacSha256 ??= (key, message) => Uint8Array.from(createHmac('sha256', key).update(message).digest())

/** The address of each case. */
export const CORPUS_ADDRESS = 'ana@shop.example'

const METADATA = JSON.stringify([
  ['text/plain', 'Sats for ana'],
  ['text/identifier', CORPUS_ADDRESS],
])
const LOOK_UP = {
  tag: 'payRequest',
  callback: 'https://shop.example/cb',
  minSendable: 1000,
  maxSendable: 10_000_000_000,
  commentAllowed: 255,
  metadata: METADATA,
}
const CALLBACK = { pr: '{{pr}}', routes: [] }
const VERIFY = { status: 'OK', settled: true, preimage: '{{preimage}}', pr: '{{pr}}' }

const SECRET_KEY = new Uint8Array(32).fill(7)
const HOUR_SECONDS = 3_600

export interface CorpusServerOptions {
  /** The preimage of its invoices; a BFF refuses an invoice with the payment hash of another. @default the same for all */
  preimage?: string | undefined
  /** The network of right invoices. @default 'mainnet' */
  network?: 'mainnet' | 'regtest' | undefined
}

/**
 * The server of a case's recipient, at every host. Texts of replies may contain:
 *
 * - `{{pr}}`, a right invoice, and `{{PR}}`, the same in capitals;
 * - `{{prPlain}}` with a description in place of its hash, `{{prOtherHash}}`, `{{prOtherAmount}}`, `{{prNoAmount}}`,
 *   `{{prExpired}}`, `{{prShort}}`, `{{prMonth}}`, `{{prTestnet}}`, `{{prRegtest}}`, `{{prCut}}`;
 * - `{{preimage}}`, `{{PREIMAGE}}` in capitals, `{{wrongPreimage}}`, `{{hash}}`;
 * - `{{png:400}}`, that many characters of an image in base64.
 */
export function createCorpusServer(
  { lookUp, callback, verify }: CorpusCase,
  nowSeconds: () => number,
  { preimage = 'a1'.repeat(32), network = 'mainnet' }: CorpusServerOptions = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  const replies = { lookUp: listOf(lookUp), callback: listOf(callback), verify: listOf(verify) }
  let metadata = METADATA
  let issued = { amountMsat: 0n, described: '' }

  function invoice(changes: Partial<InvoiceContent> = {}): string {
    const content: InvoiceContent = {
      network,
      amountMsat: issued.amountMsat,
      timestamp: nowSeconds(),
      expirySeconds: HOUR_SECONDS,
      paymentHash: sha256(Buffer.from(preimage, 'hex')),
      paymentSecret: sha256('secret'),
      description: { hash: sha256(issued.described) },
      ...changes,
    }
    return encodeInvoice(content, (signed) => {
      const [recoveryId = 0, ...signature] = sign(signed, SECRET_KEY, { format: 'recovered' })
      return Uint8Array.of(...signature, recoveryId)
    })
  }

  const VALUES: Record<string, (parameter: string) => string> = {
    pr: () => invoice(),
    PR: () => invoice().toUpperCase(),
    prPlain: () => invoice({ description: { text: 'Sats for ana' } }),
    prOtherHash: () => invoice({ description: { hash: sha256('other') } }),
    prOtherAmount: () => invoice({ amountMsat: issued.amountMsat + 1000n }),
    prNoAmount: () => invoice({ amountMsat: null }),
    prExpired: () => invoice({ timestamp: nowSeconds() - 2 * HOUR_SECONDS }),
    prShort: () => invoice({ expirySeconds: 20 }),
    prMonth: () => invoice({ expirySeconds: 30 * 24 * HOUR_SECONDS }),
    prTestnet: () => invoice({ network: 'testnet' }),
    prRegtest: () => invoice({ network: 'regtest' }),
    prCut: () => invoice().slice(0, 255),
    preimage: () => preimage,
    PREIMAGE: () => preimage.toUpperCase(),
    wrongPreimage: () => 'b2'.repeat(32),
    hash: () => Buffer.from(sha256(Buffer.from(preimage, 'hex'))).toString('hex'),
    png: (characters) => 'iVBORw0KGgoA'.padEnd(Number(characters), 'A'),
  }

  const fill = (text: string) =>
    text.replace(/\{\{(\w+):?(\d*)\}\}/g, (token, name: string, parameter: string) => {
      const value = VALUES[name]
      if (!value) throw new Error(`The corpus knows no ${token}`)
      return value(parameter)
    })

  function send(response: ServerResponse, reply: CorpusReply, right: object): void {
    const {
      status = 200,
      headers = { 'content-type': 'application/json' },
      change,
      without = [],
      encode,
    } = reply
    const fields = Object.entries({ ...right, ...change }).filter(([name]) => !without.includes(name))
    const body = 'body' in reply ? reply.body : Object.fromEntries(fields)
    const text = fill(typeof body === 'string' ? body : JSON.stringify(body))
    const bytes = Buffer.from(encode === 'bom' ? `\ufeff${text}` : text)
    if (encode === 'gzip' || encode === 'br') response.setHeader('content-encoding', encode)
    response.writeHead(status, headers)
    if (reply.cut) {
      response.write(bytes.subarray(0, 20))
      response.destroy()
      return
    }
    response.end(encode === 'gzip' ? gzipSync(bytes) : encode === 'br' ? brotliCompressSync(bytes) : bytes)
  }

  return (request, response) => {
    const { pathname, searchParams } = new URL(`https://${request.headers.host}${request.url}`)
    if (pathname.startsWith('/.well-known/')) {
      const reply = replies.lookUp.shift() ?? {}
      const changed = reply.change?.metadata
      metadata = typeof changed === 'string' ? fill(changed) : METADATA
      return send(response, reply, LOOK_UP)
    }
    if (pathname.startsWith('/verify/')) return send(response, replies.verify.shift() ?? {}, VERIFY)
    if (pathname === '/') return send(response, { body: '<!doctype html><title>Shop</title>' }, {})
    const amount = searchParams.get('amount')
    issued = { amountMsat: BigInt(amount ?? 0), described: metadata + (searchParams.get('payerdata') ?? '') }
    const missing = { body: { status: 'ERROR', reason: 'Amount is missing' } }
    send(response, replies.callback.shift() ?? (amount === null ? missing : {}), CALLBACK)
  }
}

function listOf(replies: CorpusReply | CorpusReply[] = []): CorpusReply[] {
  return Array.isArray(replies) ? [...replies] : [replies]
}
