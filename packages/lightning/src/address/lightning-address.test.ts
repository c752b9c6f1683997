import { bech32 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/lightning-address-cases.json' with { type: 'json' }
import { parseLightningAddress, readPastedText } from './lightning-address.js'

describe('Lightning Address vectors', () => {
  it.each(vectors.cases)('$id: $reason', ({ input, valid, normalized, username, domain, url, code }) => {
    const result = parseLightningAddress(input)
    if (valid) expect(result).toEqual({ ok: true, address: normalized, username, domain, url })
    else expect(result).toMatchObject({ ok: false, reason: code?.toLowerCase() })
  })
})

describe('parseLightningAddress', () => {
  it('reads a text again only after another one', () => {
    const read = parseLightningAddress('alice@pay.example.com')
    expect(parseLightningAddress('alice@pay.example.com')).toBe(read)
    expect(parseLightningAddress('bob@pay.example.com')).not.toEqual(read)
    expect(parseLightningAddress('alice@pay.example.com')).toEqual(read)
  })

  const reasonOf = (input: string) => {
    const result = parseLightningAddress(input)
    return result.ok ? result.address : result.reason
  }

  it('refuses letters that become ASCII when their case is folded', () => {
    expect(reasonOf('\u212aevin@pay.example.com')).toBe('username_charset')
    expect(reasonOf('alice@ban\u212a.example')).toBe('domain_not_ascii')
    expect(reasonOf('alice@pay.example.\u0130o')).toBe('domain_not_ascii')
  })

  it('refuses user names that are steps of a URL path, and accepts three dots', () => {
    expect(reasonOf('.@pay.example.com')).toBe('username_dot_segment')
    expect(reasonOf('..@pay.example.com')).toBe('username_dot_segment')
    expect(reasonOf('...@pay.example.com')).toBe('...@pay.example.com')
  })

  it('removes prefixes of wallets and QR codes', () => {
    for (const prefix of ['lightning:', 'LIGHTNING:', 'lightning://', '₿', ' \ufeff', 'lightning:₿'])
      expect(reasonOf(`${prefix}alice@pay.example.com`)).toBe('alice@pay.example.com')
  })

  it('accepts one trailing dot of the domain, not two', () => {
    expect(reasonOf('alice@pay.example.com.')).toBe('alice@pay.example.com')
    expect(reasonOf('alice@pay.example.com..')).toBe('domain_empty_label')
  })

  it('suggests the ASCII form of a domain in another script', () => {
    expect(parseLightningAddress('Alice@Bücher.example')).toEqual({
      ok: false,
      reason: 'domain_not_ascii',
      suggestion: 'alice@xn--bcher-kva.example',
    })
  })

  it('suggests nothing for look-alikes of ASCII, for private names or for a hidden path', () => {
    for (const domain of [
      'ｅxample.com',
      'pay。example.com',
      'bücher.local',
      'bücher.example/x',
      'bü@x.example',
    ])
      expect(parseLightningAddress(`alice@${domain}`)).not.toHaveProperty('suggestion', expect.anything())
  })

  // `URL` in Node 24 accepts them, but no server has such a name.
  it.skipIf(URL.canParse('https://xn--a.example'))(
    'refuses labels that look like punycode but are not',
    () => {
      expect(reasonOf('alice@xn--a.example')).toBe('domain_charset')
    },
  )

  it('refuses a user name over 64 characters and an input over 2048', () => {
    expect(reasonOf(`${'a'.repeat(64)}@pay.example.com`)).toContain('@')
    expect(reasonOf(`${'a'.repeat(65)}@pay.example.com`)).toBe('username_too_long')
    const address = 'alice@pay.example.com'
    expect(reasonOf(address.padEnd(2048))).toBe(address)
    expect(reasonOf(address.padEnd(2049))).toBe('too_long')
  })

  it('removes a scheme and a ₿ at the beginning only', () => {
    expect(reasonOf('₿alice@pay.example.com')).toBe('alice@pay.example.com')
    for (const text of ['alicelightning:@pay.example.com', 'ali₿ce@pay.example.com'])
      expect(reasonOf(text)).toBe('username_charset')
  })

  it('refuses invisible characters', () => {
    for (const mark of ['\u200b', '\u200d', '\u202e', '\u2066', '\u00ad', '\u0000', '\u2028', '\u180e'])
      expect(reasonOf(`al${mark}ice@pay.example.com`)).toBe('whitespace_or_invisible')
  })

  it('refuses every private domain and all names under it', () => {
    for (const name of ['localhost', 'local', 'internal', 'lan', 'home.arpa', 'invalid']) {
      expect(reasonOf(`alice@${name}`)).toBe('private_name')
      expect(reasonOf(`alice@pay.${name}`)).toBe('private_name')
    }
  })
})

const lnurlOf = (url: string) => bech32.encode('lnurl', bech32.toWords(new TextEncoder().encode(url)), false)
const LNURL_OF_ALICE = lnurlOf('https://pay.example.com/.well-known/lnurlp/alice')

describe('what people paste', () => {
  it.each([
    '⚡alice@pay.example.com',
    '⚡️ Alice@Pay.Example.com',
    'mailto:alice@pay.example.com?subject=tip',
    '<alice@pay.example.com>',
    'Alice Doe <mailto:alice@pay.example.com>',
    ' ₿alice@pay.example.com\n',
    'lightning:⚡alice @ pay.example .com',
    '⚡️ alice@pay.example.com ⚡️',
    '\u200balice@pay.example.com\u200b',
    '\u200ealice@pay.example.com\u200f',
    '\u2060\u00adalice@pay.example.com\ufeff\u200d',
    '👩🏽‍🚀 alice@pay.example.com 🇨🇭❤️',
    'Tips 💜 <\u200ealice@pay.example.com>',
    'alice＠pay.example.com',
    'alice ＠ pay.example.com',
    'alice%40pay.example.com',
    'lightning:alice%40pay.example.com',
    'alice@pay.example.com?amount=1000',
    'https://pay.example.com/.well-known/lnurlp/alice',
    'lnurlp://pay.example.com/.well-known/lnurlp/alice',
    LNURL_OF_ALICE,
    `lightning:${LNURL_OF_ALICE.toUpperCase()}`,
    `⚡ ${LNURL_OF_ALICE} ⚡`,
  ])('finds the address in %j', (pasted) => {
    const { text, kind } = readPastedText(pasted)
    expect(kind).toBeUndefined()
    expect(parseLightningAddress(text)).toMatchObject({ ok: true, address: 'alice@pay.example.com' })
  })

  it.each([
    ['a direction override', '\u202ealice@pay.example.com', 'whitespace_or_invisible'],
    ['a direction embedding at the end', 'alice@pay.example.com\u202c', 'whitespace_or_invisible'],
    ['an isolate', '\u2066alice@pay.example.com\u2069', 'whitespace_or_invisible'],
    ['an invisible character inside', 'ali\u200bce@pay.example.com', 'whitespace_or_invisible'],
    ['an emoji inside', 'ali⚡ce@pay.example.com', 'username_charset'],
    ['encoded dots', '%2e%2e@pay.example.com', 'username_charset'],
    ['an encoded path', 'alice%2f..%40pay.example.com', 'username_charset'],
    ['two separators', 'alice%40pay@example.com', 'username_charset'],
    ['two encoded separators', 'alice%40pay%40example.com', 'no_at'],
    ['two full-width separators', 'alice＠pay＠example.com', 'no_at'],
  ])('does not repair %s', (_, pasted, reason) => {
    const { text, kind } = readPastedText(pasted)
    expect(kind).toBeUndefined()
    expect(parseLightningAddress(text)).toMatchObject({ ok: false, reason })
  })

  it('names an amount that it does not take, because its unit is nowhere defined', () => {
    expect(readPastedText('alice@pay.example.com?amount=1000&x=1')).toEqual({
      text: 'alice@pay.example.com',
      kind: undefined,
      amount: '1000',
    })
    expect(readPastedText('mailto:alice@pay.example.com?subject=tip').amount).toBeUndefined()
    expect(readPastedText('alice@pay.example.com').amount).toBeUndefined()
  })

  it.each([
    'https://pay.example.com/lnurlp/alice',
    'http://pay.example.com/.well-known/lnurlp/alice',
    'https://pay.example.com/.well-known/lnurlp/alice?x=1',
    'https://pay.example.com/.well-known/lnurlp/alice/b',
    'https://mallory@pay.example.com/.well-known/lnurlp/alice',
    'https://pay.example.com/.well-known/lnurlp/%61lice',
    'not a URL',
  ])('names an LNURL of %s, which is no address', (url) => {
    expect(readPastedText(lnurlOf(url)).kind).toBe('lnurl')
  })

  it('names an LNURL whose checksum is wrong', () => {
    expect(readPastedText(`${LNURL_OF_ALICE.slice(0, -1)}x`).kind).toBe('lnurl')
  })

  const SEED = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  it.each([
    SEED,
    SEED.toUpperCase(),
    `  ${SEED.replaceAll(' ', '\n')}\n`,
    SEED.split(' ')
      .map((word, index) => `${index + 1}. ${word}`)
      .join(' '),
    `${SEED} ${SEED}`,
    '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
  ])('names a secret, to be removed from the field: %s', (pasted) => {
    expect(readPastedText(pasted).kind).toBe('secret_key')
  })

  it.each([SEED.replace('legal ', ''), SEED.replace('legal', 'illegally'), SEED.replace('legal', 'a')])(
    'does not take other words for a seed: %s',
    (pasted) => {
      expect(readPastedText(pasted).kind).toBeUndefined()
    },
  )

  const data = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
  it.each([
    [`lnbc21u1${data}`, 'invoice'],
    [`LIGHTNING:LNBCRT1P${data}`, 'invoice'],
    [`lightning:lnurl1${data}`, 'lnurl'],
    [`bitcoin:bc1q${data}?amount=1`, 'bitcoin_address'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'bitcoin_address'],
    [`bitcoin:bc1q${data}?amount=1&lightning=lnbc21u1${data}`, 'invoice'],
    [`BITCOIN:BC1Q${data.toUpperCase()}?LIGHTNING=LNBC21U1${data.toUpperCase()}`, 'invoice'],
    [`bitcoin:?lightning=lnurl1${data}`, 'lnurl'],
    [`bitcoin:?lno=lno1${data}`, 'offer'],
    [`bitcoin:bc1q${data}?lightning=other`, 'bitcoin_address'],
    [`lno1${data}`, 'offer'],
    [`lightning:LNO1${data}`, 'offer'],
    [`sp1q${data}${data}`, 'silent_payment_address'],
    [`tsp1q${data}${data}`, 'silent_payment_address'],
    ['alice.user._bitcoin-payment.example.com', 'payment_name'],
    [`npub1${data}`, 'nostr_key'],
    [`nostr:nsec1${data}`, 'secret_key'],
    ['5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'secret_key'],
    ['https://wallet.example/@alice', 'web_link'],
    ['www.wallet.example', 'web_link'],
    ['http://wallet.example', 'web_link'],
    [`bc1q${data}`, 'bitcoin_address'],
    ['lnurlp:wallet.example', 'lnurl'],
    [`nsec1${data}`, 'secret_key'],
    [`npub1${data}@npub.cash`, undefined],
    [`my invoice: lnbc21u1${data}`, undefined],
    ['see https://wallet.example', undefined],
    [`a bitcoin:bc1q${data}`, undefined],
    [`a lnurl1${data}`, undefined],
    [`a npub1${data}`, undefined],
    ['nsec1short', undefined],
    ['npub1short', undefined],
    ['lnurl1short', undefined],
    ['bc1short', undefined],
    [`lnbc21u1${data.repeat(64)}`, undefined],
    ['alice', undefined],
    ['lnbc', undefined],
    ['', undefined],
  ])('names the kind of %s', (pasted, kind) => {
    expect(readPastedText(pasted).kind).toBe(kind)
  })
})
