import type { Client } from '@leyden/core'
import { type PastedKind, readPastedText } from '@leyden/lightning/address'
import { parseRampDestination } from '@leyden/lightning/bitcoin-address'

/** Whether bitcoin can be sent to a text. */
export type CheckedDestination =
  /** `address` in its canonical form. */
  | { status: 'right'; address: string }
  /** `kind`: what it is instead. */
  | { status: 'wrong'; kind?: PastedKind | undefined }
  /** It is written like a Lightning Address, and is none; or none of the sandbox's. */
  | { status: 'not_lightning' | 'not_in_sandbox'; address: string }

/**
 * Whether bitcoin can be sent there: an on-chain address by its checksum, a Lightning Address by a look-up. If the
 * look-up fails, the address is accepted: the server checks it again, and alone knows which network it is on.
 */
export async function checkDestination(
  client: Client,
  text: string,
  signal: AbortSignal,
): Promise<CheckedDestination> {
  const { text: clean, kind: pasted } = readPastedText(text)
  const parsed = parseRampDestination(clean, { network: 'any' })
  if (!parsed.ok || parsed.warnings.length > 0) return { status: 'wrong', kind: pasted }
  const { kind, address } = parsed
  if (kind === 'bitcoin_address') return { status: 'right', address }
  const answer = await client.validateLightningAddress(address, { signal }).catch(() => null)
  if (answer?.valid !== false) return { status: 'right', address }
  return { status: answer.reason === 'not_in_sandbox' ? 'not_in_sandbox' : 'not_lightning', address }
}
