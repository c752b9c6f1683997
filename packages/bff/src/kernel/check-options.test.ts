import { describe, expect, it } from 'vitest'
import { openShop, SECRET } from '../test-support/shop.js'
import type { BffOptions } from './bff-options.js'
import { createBff } from './create-bff.js'

/** Options from plain JavaScript, without type checks. */
const open = (options: object) => openShop(options as Partial<BffOptions>)

const hangs = { validateLightningAddress() {}, createCharge() {} }

describe('createBff refuses', () => {
  it.each([
    ['store', { store: undefined }, 'sqliteStore({ path })'],
    ['store', { store: new Map() }, 'memoryStore()'],
    ['pay', { pay: undefined }, 'serviceProvider({ apiKey, baseUrl })'],
    ['pay', { pay: 'https://service.example' }, 'lnurlProvider()'],
    ['ramp', { ramp: hangs, rampOrigins: ['https://ramp.example'] }, 'serviceProvider('],
    ['network', { network: 'bitcoin' }, 'mainnet, testnet, signet, regtest'],
    ['mode', { mode: 'production' }, 'test or live'],
    ['publicUrl', { publicUrl: undefined }, 'http or https address'],
    ['publicUrl', { publicUrl: new URL('https://shop.example') }, 'http or https address'],
    ['secrets', { secrets: SECRET }, 'openssl rand'],
    ['secrets.0', { secrets: [undefined] }, 'openssl rand -base64 33'],
    ['secrets.0', { secrets: ['a'.repeat(32)] }, 'openssl rand -base64 33'],
    ['secrets.1', { secrets: [SECRET, 'correct horse '.repeat(4)] }, 'easy to guess'],
    ['secrets.0', { secrets: ['please-change-me-before-production!!'] }, 'easy to guess'],
    ['operations', { operations: { token: SECRET } }, 'operations({ token })'],
    ['exchangeRates', { exchangeRates: { readRates() {} } }, 'ratesFrom(source)'],
    ['onEvent', { onEvent: { url: 'https://shop.example' } }, 'must be a function'],
    ['identify', { identify: null }, 'must be a function'],
    ['timeoutMs', { timeoutMs: '8000' }, 'number of milliseconds'],
    ['graceMs', { graceMs: -1 }, '0 or more'],
    ['allowedOrigins', { allowedOrigins: 'https://page.example' }, 'must be a list'],
    ['trustedProxies', { trustedProxies: true }, 'must be a list'],
    ['settles', { settles: 'alice@shop.example' }, 'must be a list'],
    ['settlement', { settlement: 'nostr+walletconnect://x', settles: true }, 'nwc({ url })'],
    ['verifiers', { verifiers: [{ secret: 'x' }] }, 'hmacVerifier('],
    ['log', { log: () => {} }, 'info, warn and error'],
    ['rates.chargePerMinute', { rates: { chargePerMinute: 3 } }, 'did you mean chargesPerMinute?'],
    ['rates.chargesPerMinute', { rates: { chargesPerMinute: '3' } }, 'must be a number, 0 or more'],
    ['rates.chargesPerMinute', { rates: { chargesPerMinute: -1 } }, 'must be a number, 0 or more'],
    ['chargeLimits.maxSats', { chargeLimits: { maxSats: 21 } }, 'must be a bigint'],
    ['chargeLimits.addresses', { chargeLimits: { addresses: 'a@b.example' } }, 'must be a list'],
    ['rampFields.metadataKey', { rampFields: { metadataKey: [] } }, 'did you mean metadataKeys?'],
    ['retentionDays', { retentionDays: 5 }, 'must be an object'],
  ])('%s: %j', (field, wrong, advice) => {
    expect(() => open(wrong)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', field, message: expect.stringContaining(advice) }),
    )
  })

  it.each([
    ['publicURL', 'publicUrl'],
    ['allowOrigins', 'allowedOrigins'],
    ['onEvents', 'onEvent'],
    ['secret', 'secrets'],
    ['rateLimits', 'rates'],
  ])('the unknown option %s, and names the known ones', (name, known) => {
    expect(() => open({ [name]: undefined })).toThrow(
      expect.objectContaining({ field: name, message: expect.stringContaining(known) }),
    )
  })

  it('nothing at all', () => {
    expect(() => (createBff as (options?: unknown) => unknown)()).toThrow(/must be an object with pay, store/)
  })
})

it('does not repeat a secret that it refuses', () => {
  const secret = 'abababababababababababababababababab'
  expect(() => open({ secrets: [secret] })).toThrow(expect.not.stringContaining(secret.slice(0, 8)))
})

it('accepts unset options, and values that disable a limit', () => {
  open({ ramp: undefined, onEvent: undefined, rates: { keyPerMinute: Number.POSITIVE_INFINITY } })
  open({ retentionDays: { bodies: 1 }, secrets: ['0f0f0fa91b2c3d4e5f60718293a4b5c6d7e8f9'] })
})
