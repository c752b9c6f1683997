import { describe, expect, it } from 'vitest'
import * as exchangeRates from './exchange-rates.js'
import * as index from './index.js'
import * as memory from './memory.js'
import * as next from './next.js'
import * as node from './node.js'
import * as nwc from './nwc.js'
import * as openapi from './openapi.js'
import * as operations from './operations.js'
import * as postgres from './postgres.js'
import * as settings from './settings.js'
import * as sqlite from './sqlite.js'

describe('what the package exports', () => {
  it.each([
    [
      'the root',
      index,
      [
        'createBff',
        'forwardedIp',
        'hmacVerifier',
        'serviceProvider',
        'standardWebhooksVerifier',
        'verifiedFirst',
        'weakSecret',
      ],
    ],
    ['node', node, ['toNodeHandler', 'undiciTransport']],
    ['next', next, ['toNextHandlers']],
    ['memory', memory, ['memoryStore']],
    ['nwc', nwc, ['nwc']],
    ['settings', settings, ['readPaymentSettings']],
    ['openapi', openapi, ['openapi']],
    ['operations', operations, ['operations']],
    ['exchange-rates', exchangeRates, ['coinbase', 'fixedRates', 'ratesFrom']],
    ['sqlite', sqlite, ['backUpSqlite', 'checkSqlite', 'restoreSqlite', 'sqliteStore']],
    ['postgres', postgres, ['migratePostgres', 'postgresStore']],
  ])('from %s are the documented ones', (_, entry, names) => {
    expect(Object.keys(entry).sort()).toEqual(names)
  })
})
