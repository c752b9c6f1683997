import { isUnsafeName } from '@leyden/core/internal'

/** Names of fields that stay on the server, at any depth of a reply. With a preimage a page could prove a payment. */
const WITHHELD =
  /token|secret|passw|api[-_]?key|authori[sz]ation|credential|cookie|(private|signing)[-_]?key|preimage|webhook/i
const MAX_DEPTH = 8
/** The limit for all unknown fields of a reply together; more would burden the cache and the store. */
const MAX_CHARACTERS = 10_000

/** Values that were sent upstream and must not reach a page: the secret of the webhook's URL, a user's token. */
type Secrets = readonly (string | undefined)[]

/**
 * Returns a reply of the service with its unknown fields that may reach a page, unchanged: the service may add fields
 * at any time, and a page may support them earlier than the BFF.
 *
 * @param known the fields of the contract, which stay as they are.
 */
export function passOn<Reply extends object>(
  reply: Reply,
  known: readonly (keyof Reply & string)[],
  secrets: Secrets = [],
): Reply {
  const contract = Object.fromEntries(known.map((name) => [name, reply[name]])) as Reply
  return { ...furtherFields(reply, known, secrets), ...contract }
}

/** The fields of a reply that the contract does not name and that may reach a page. */
export function furtherFields(
  reply: object,
  known: readonly string[],
  secrets: Secrets = [],
): Record<string, unknown> {
  const further = Object.fromEntries(Object.entries(reply).filter(([name]) => !known.includes(name)))
  const fields = publicPart(further, secrets) as Record<string, unknown>
  return JSON.stringify(fields).length > MAX_CHARACTERS ? {} : fields
}

/** A value without the parts that must not reach a page, at any depth; undefined if nothing is left. */
export function publicPart(value: unknown, secrets: Secrets = [], depth = MAX_DEPTH): unknown {
  if (typeof value === 'string')
    return secrets.some((secret) => secret && value.includes(secret)) ? undefined : value
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return undefined
  if (Array.isArray(value)) return value.map((inner) => publicPart(inner, secrets, depth - 1) ?? null)
  const fields = Object.entries(value).filter(([name]) => !WITHHELD.test(name) && !isUnsafeName(name))
  return Object.fromEntries(fields.map(([name, inner]) => [name, publicPart(inner, secrets, depth - 1)]))
}
