import { badField } from './charge-terms.js'

/** The kinds that a page can ask a person for; the others of LUD-18 need a wallet. */
const KINDS: readonly string[] = ['name', 'identifier', 'email']
const MOST_CHARACTERS = 254

/**
 * Reads what a person agreed to tell about themselves. It goes to the recipient's provider and is not stored.
 *
 * @throws LeydenError `BAD_REQUEST` with field `payer_data`.
 */
export function readPayerData(value: unknown, isTaken: boolean): Record<string, string> | undefined {
  if (value === undefined) return undefined
  if (!isTaken) throw badField('payer_data', 'cannot be passed on by this shop')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badField('payer_data', 'must be an object')
  const entries = Object.entries(value).map(([kind, text]) => {
    if (!KINDS.includes(kind)) throw badField('payer_data', `may hold ${KINDS.join(', ')}`)
    if (typeof text !== 'string' || text.length > MOST_CHARACTERS || /\p{Cc}/u.test(text))
      throw badField('payer_data', `must hold texts of one line, at most ${MOST_CHARACTERS} characters each`)
    return [kind, text.trim()] as const
  })
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}
