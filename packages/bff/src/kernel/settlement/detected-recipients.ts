import { parseLightningAddress } from '@leyden/lightning'
import { badField } from '../http/bad-field.js'

/** Whether this server detects payments to a recipient, by its folded address. */
export type DetectsPayments = (lnaddress: string) => boolean

/**
 * Reads the option `settles`.
 *
 * @throws LeydenError `BAD_REQUEST` for an entry that is not a Lightning Address.
 */
export function createDetectsPayments(settles: boolean | readonly string[] = false): DetectsPayments {
  if (typeof settles === 'boolean') return () => settles
  const addresses = new Set(
    settles.map((text) => {
      const parsed = parseLightningAddress(text)
      if (parsed.ok) return parsed.address
      throw badField('settles', `contains "${text}", which is not a Lightning Address`)
    }),
  )
  return (lnaddress) => addresses.has(lnaddress)
}
