import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ADDRESS_CODES } from './client/address-codes.js'
import { RAMP_MEANINGS } from './events/webhook.js'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const doc = read('../../../docs/service.md')

const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')
/** The rows of all tables: the names in the first column, and the rest of the row. */
const rows = [...doc.matchAll(/^\| (.+?) \|(.*)\|$/gm)].map(([, first = '', rest = '']) => ({
  names: namesIn(first),
  rest,
}))
const explained = new Set(rows.flatMap(({ names }) => names))

/** The fields of all types of a file, which are the names on the wire. */
const fieldsOf = (path: string) => {
  const types = read(path).replace(/\/\*[\s\S]*?\*\//g, '')
  return [...new Set([...types.matchAll(/(?<![[\w])([a-zA-Z]\w*)\??: /g)].map(([, name]) => name ?? ''))]
}

/** Names in the documentation of the service that none of our types has. */
const OF_SERVICE = [
  '{base_url}',
  '{alt_base_url}',
  'POST /v0/ln-address/fetch-charge',
  'GET /v0/ln-address/validate/{address}',
  'POST /api/v1/ramp-widget',
  'apikey',
  'Content-Type',
  'name',
  'identifier',
  'id',
  'type',
  'created_at',
  'livemode',
  'data',
]
const CODES_OF_SERVICE = ['INVALID_EMAIL', 'INVALID_WEBHOOK_URL', 'UNAUTHORIZED', 'RATE_LIMITED']

describe('docs/service.md', () => {
  it.each([...fieldsOf('./client/wire.ts'), ...OF_SERVICE, ...CODES_OF_SERVICE])(
    'has a row for %s',
    (name) => {
      expect(explained).toContain(name)
    },
  )

  it.each(ADDRESS_CODES)('lists the code %s of an address', (code) => {
    expect(/`ADDRESS_CODES`, in (.+?)\n\n/s.exec(doc)?.[1]).toContain(`\`${code}\``)
  })

  it('finds the fields in the source', () => {
    const fields = fieldsOf('./client/wire.ts')
    expect(fields.length).toBeGreaterThan(50)
    for (const name of ['lnaddress', 'widget_url', 'retry_after_ms', 'payment_hash', 'foreign'])
      expect(fields).toContain(name)
  })

  it.each(Object.entries(RAMP_MEANINGS))('gives the meaning of %s as %s', (kind, meaning) => {
    expect(rows.find(({ names }) => names.includes(kind))?.rest).toContain(`\`${meaning}\``)
  })
})
