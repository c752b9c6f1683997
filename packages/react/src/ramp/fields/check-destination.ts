import type { Client } from '@leyden/core'
import { type PastedKind, parseRampDestination, readPastedText } from '@leyden/lightning'

/** Whether bitcoin can be sent to a text. */
export type CheckedDestination =
  | {
      /** Bitcoin can be sent there. */
      status: 'right'
      /** The address in its canonical form. */
      address: string
    }
  | {
      /** Bitcoin cannot be sent there: the text is no address, one of another network, or one whose server is at fault. */
      status: 'wrong'
      /** What it is instead, such as an invoice or a secret key. */
      kind?: PastedKind | 'unknown_requirement' | undefined
    }
  | {
      /** The text is written like a Lightning Address, but nobody has it, or nobody in the sandbox. */
      status: 'not_lightning' | 'not_in_sandbox'
      /** The text in the canonical form of an address. */
      address: string
    }

/**
 * Whether bitcoin can be sent there: an on-chain address by its checksum, a Lightning Address by a look-up. If the
 * look-up fails, the address is accepted, because the server checks it again. Only the server knows its network.
 */
export async function checkDestination(
  client: Client,
  text: string,
  signal: AbortSignal,
): Promise<CheckedDestination> {
  const { text: clean, kind: pasted } = readPastedText(text)
  const parsed = parseRampDestination(clean, { network: 'any' })
  if (!parsed.ok && parsed.reason === 'unknown_requirement') return { status: 'wrong', kind: parsed.reason }
  if (!parsed.ok || parsed.warnings.length > 0) return { status: 'wrong', kind: pasted }
  const { kind, address } = parsed
  if (kind === 'bitcoin_address') return { status: 'right', address }
  const answer = await client.validateLightningAddress(address, { signal }).catch(() => null)
  if (answer?.valid !== false) return { status: 'right', address }
  switch (answer.reason) {
    // The ramp requests the invoice, and may have the data.
    case 'payer_data_required':
      return { status: 'right', address }
    case 'not_usable':
      return { status: 'wrong' }
    case 'not_in_sandbox':
      return { status: 'not_in_sandbox', address }
    case 'malformed':
    case 'no_such_user':
    case 'not_lightning_address':
      return { status: 'not_lightning', address }
    default:
      return answer.reason satisfies never
  }
}
