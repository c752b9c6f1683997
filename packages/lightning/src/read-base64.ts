import { attempt } from '@leyden/core/internal'
import { base64 } from '@scure/base'

/** Decodes standard base64 with its padding and without other text around it; undefined for any other text. */
export const readBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  attempt(() => Uint8Array.from(base64.decode(text)))
