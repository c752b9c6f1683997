import { toHex } from './bytes.js'
import { badInvoice } from './invoice-problem.js'

/** One hop of a private route to the payee (BOLT 11, field `r`). */
export interface RouteHint {
  /** The node's public key, hex. */
  pubkey: string
  /** Short channel id, as `block x transaction x output`. */
  scid: string
  feeBaseMsat: number
  feePpm: number
  cltvDelta: number
}

const HOP_BYTES = 51

export function readRouteHint(bytes: Uint8Array): RouteHint[] {
  if (bytes.length === 0 || bytes.length % HOP_BYTES !== 0) throw badInvoice('field_length')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / HOP_BYTES }, (_, hop) => {
    const at = hop * HOP_BYTES
    const block = view.getUint32(at + 33) >>> 8
    const transaction = view.getUint32(at + 36) >>> 8
    const output = view.getUint16(at + 39)
    return {
      pubkey: toHex(bytes.subarray(at, at + 33)),
      scid: `${block}x${transaction}x${output}`,
      feeBaseMsat: view.getUint32(at + 41),
      feePpm: view.getUint32(at + 45),
      cltvDelta: view.getUint16(at + 49),
    }
  })
}
