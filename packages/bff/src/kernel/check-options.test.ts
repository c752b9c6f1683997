import { describe, expect, it } from 'vitest'
import { operations } from '../operations/operations.js'
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
    ['ramp.provider', { ramp: { provider: hangs, origins: ['https://ramp.example'] } }, 'serviceProvider('],
    ['ramp', { ramp: { createRampSession() {} } }, 'must be { provider, origins }'],
    ['ramp.origins', { ramp: { provider: { createRampSession() {} } } }, 'must list the allowed origins'],
    ['network', { network: 'bitcoin' }, 'mainnet, testnet, signet, regtest'],
    ['mode', { mode: 'production' }, 'test or live'],
    ['publicUrl', { publicUrl: undefined }, 'http or https address'],
    ['publicUrl', { publicUrl: new URL('https://shop.example') }, 'http or https address'],
    ['secrets', { secrets: SECRET }, 'openssl rand'],
    ['secrets.0', { secrets: [undefined] }, 'openssl rand -base64 33'],
    ['secrets.0', { secrets: ['a'.repeat(32)] }, 'openssl rand -base64 33'],
    ['secrets.1', { secrets: [SECRET, 'correct horse '.repeat(4)] }, 'easy to guess'],
    ['secrets.0', { secrets: ['please-change-me-before-production!!'] }, 'easy to guess'],
    ['extensions', { extensions: operations() }, 'must be a list such as [operations({ token })'],
    ['extensions.0', { extensions: [{ token: SECRET }] }, 'operations({ token })'],
    ['extensions.1', { extensions: [operations(), { readRates() {} }] }, 'ratesFrom(source)'],
    ['onEvent', { onEvent: { url: 'https://shop.example' } }, 'must be a function'],
    ['identify', { identify: null }, 'must be a function'],
    ['limits.timeoutMs', { limits: { timeoutMs: '8000' } }, 'number of milliseconds'],
    ['settlement.graceMs', { settlement: { graceMs: -1 } }, '0 or more'],
    ['allowedOrigins', { allowedOrigins: 'https://page.example' }, 'must be a list'],
    ['trustedProxies', { trustedProxies: true }, 'must be a list'],
    ['settlement.recipients', { settlement: { recipients: 'alice@shop.example' } }, 'must be a list'],
    ['settlement.source', { settlement: { source: 'nostr+walletconnect://x' } }, 'nwc({ url })'],
    ['settlement', { settlement: { listen() {} } }, 'must be { recipients, source }'],
    ['settlement', { settlement: true }, 'must be an object'],
    ['ramp.verifiers', { ramp: { verifiers: [{ secret: 'x' }] } }, 'hmacVerifier('],
    ['log', { log: () => {} }, 'info, warn and error'],
    [
      'limits.rates.chargePerMinute',
      { limits: { rates: { chargePerMinute: 3 } } },
      'did you mean chargesPerMinute?',
    ],
    [
      'limits.rates.chargesPerMinute',
      { limits: { rates: { chargesPerMinute: '3' } } },
      'must be a number, 0 or more',
    ],
    [
      'limits.rates.chargesPerMinute',
      { limits: { rates: { chargesPerMinute: -1 } } },
      'must be a number, 0 or more',
    ],
    ['limits.charges.maxSats', { limits: { charges: { maxSats: 21 } } }, 'must be a bigint'],
    ['limits.charges.addresses', { limits: { charges: { addresses: 'a@b.example' } } }, 'must be a list'],
    ['ramp.fields.metadataKey', { ramp: { fields: { metadataKey: [] } } }, 'did you mean metadataKeys?'],
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
    ['rateLimits', 'limits'],
    ['settles', 'did you mean settlement.recipients?'],
    ['rampOrigin', 'did you mean ramp.origins?'],
    ['chargeLimits', 'did you mean limits.charges?'],
    ['operations', 'did you mean extensions?'],
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
  open({ ramp: undefined, onEvent: undefined, limits: { rates: { keyPerMinute: Number.POSITIVE_INFINITY } } })
  open({ retentionDays: { bodies: 1 }, secrets: ['0f0f0fa91b2c3d4e5f60718293a4b5c6d7e8f9'] })
})
