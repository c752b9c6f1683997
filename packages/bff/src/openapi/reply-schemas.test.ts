import { join } from 'node:path'
import { createGenerator, type Schema } from 'ts-json-schema-generator'
import { expect, it } from 'vitest'

const core = join(import.meta.dirname, '../../../core')

/** The types of core that the BFF sends to pages and in events. The schemas of the types that they use follow. */
const REPLIES = [
  'AddressValidation',
  'Charge',
  'ExchangeRate',
  'IntentReading',
  'RampSession',
  'ServiceEvent',
  'SuccessEnvelope',
  'WatchState',
  'WireError',
]

const ADDED_TO_CHARGE = ['watch_url', 'watch_until', 'detects', 'checked', 'mode', 'network']

/** What the BFF adds to each reply. Core has it as optional, because the service and earlier BFFs do not send it. */
const ALWAYS_SENT: Readonly<Record<string, readonly string[]>> = {
  AddressRefusal: ['mode', 'network'],
  AddressValidation: ['mode', 'network'],
  Charge: ADDED_TO_CHARGE,
  IntentCharge: ADDED_TO_CHARGE,
  IntentReading: ['mode', 'network'],
  RampSession: ['watch_url', 'ramp_origins', 'mode'],
  SuccessEnvelope: ['server_time'],
  WireError: ['server_time'],
}

/** Replies of the service, of which the BFF passes on unknown fields. */
const OF_SERVICE = ['AddressRefusal', 'AddressValidation', 'Charge', 'IntentCharge', 'RampSession']

const objectsIn = (schema: Schema): Schema[] =>
  schema.properties ? [schema] : ((schema.anyOf ?? []) as Schema[])

function generate(): Record<string, Schema> {
  const generator = createGenerator({
    path: join(core, 'src/{client/wire,events/webhook}.ts'),
    tsconfig: join(core, 'tsconfig.build.json'),
    expose: 'all',
    encodeRefs: false,
    sortProps: false,
    // TypeScript 7 has checked the types; the generator uses an older version.
    skipTypeCheck: true,
  })
  const found = REPLIES.flatMap((name) => Object.entries(generator.createSchema(name).definitions ?? {}))
  const text = JSON.stringify(Object.fromEntries(found.sort()))
    .replaceAll('#/definitions/', '#/components/schemas/')
    // Each field of the document is one that the BFF sends.
    .replaceAll(/"BFF: (.)/g, (_, letter: string) => `"${letter.toUpperCase()}`)
  const schemas: Record<string, Schema> = JSON.parse(text)
  for (const [name, fields] of Object.entries(ALWAYS_SENT))
    for (const object of objectsIn(schemas[name] ?? {}))
      if (object.properties) object.required?.push(...fields)
  for (const name of OF_SERVICE)
    for (const object of [...objectsIn(schemas[name] ?? {}), schemas[name]?.properties?.invoice])
      if (typeof object === 'object' && object.properties) object.additionalProperties = true
  return schemas
}

it('has the schemas of the types in core', async () => {
  const lines = Object.entries(generate()).map(([name, schema]) => `  ${name}: ${JSON.stringify(schema)},\n`)
  const text = `// \`npm run tables\` generates this file from the types of core and their docstrings.
/** The schemas of replies, by the names of their types. */
export const REPLY_SCHEMAS = {
${lines.join('')}} satisfies Readonly<Record<string, object>>
`
  const file = join(import.meta.dirname, 'reply-schemas.ts')
  await expect(text, 'Run `npm run tables`.').toMatchFileSnapshot(file)
})
