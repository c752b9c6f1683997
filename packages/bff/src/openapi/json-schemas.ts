import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { REPLY_SCHEMAS } from './reply-schemas.js'

/** Schemas by the names that they have in a document. */
export type NamedSchemas = Readonly<Record<string, v.GenericSchema>>

/** The conversion of schemas to JSON Schema for one document. */
export type JsonSchemas = ReturnType<typeof createJsonSchemas>

const PREFIX = '#/components/schemas/'

/**
 * Converts schemas to JSON Schema. A named one becomes a reference to its name; all others are inlined. The types of
 * replies are in JSON Schema already, and have names.
 */
export function createJsonSchemas(named: NamedSchemas) {
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    definitions: named,
    // Leaves out what JSON Schema cannot express, such as custom checks.
    errorMode: 'ignore',
    overrideRef: ({ referenceId }) => `${PREFIX}${referenceId}`,
  }
  const definitions: Readonly<Record<string, object>> = {
    ...toJsonSchemaDefs(named, config),
    ...REPLY_SCHEMAS,
  }

  function addUsedBy(part: object, names: Set<string>): void {
    for (const [name, definition] of Object.entries(definitions)) {
      if (names.has(name) || !JSON.stringify(part).includes(`"${PREFIX}${name}"`)) continue
      names.add(name)
      addUsedBy(definition, names)
    }
  }

  return {
    schemaOf(schema: v.GenericSchema | string): object {
      if (typeof schema === 'string') return { $ref: `${PREFIX}${schema}` }
      const name = Object.keys(named).find((candidate) => named[candidate] === schema)
      if (name !== undefined) return { $ref: `${PREFIX}${name}` }
      const { $schema: _, $defs: __, ...inlined } = toJsonSchema(schema, config)
      return inlined
    },

    /** The fields of an object's schema, as optional parameters. */
    queryOf(schema: v.GenericSchema) {
      const { properties = {} } = toJsonSchema(schema, config)
      return Object.entries(properties).map(([name, field]) => {
        const { description, ...inlined } = field as { description?: string }
        return { name, in: 'query', description, schema: inlined }
      })
    },

    /** The definitions of the named schemas that a part of the document uses, directly or through others. */
    usedBy(part: object): Record<string, object> {
      const names = new Set<string>()
      addUsedBy(part, names)
      return Object.fromEntries(Object.entries(definitions).filter(([name]) => names.has(name)))
    },
  }
}
