import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import type { Address } from '../address/address.js'
import type { IssuedInvoice } from '../invoice/invoice-store.js'
import type { Randomness } from '../randomness.js'
import { own } from '../reply.js'

/** The message to the payer after the payment, selected by the user name (LUD-09, LUD-10). */
export async function successActionOf(
  { user, domain }: Address,
  invoice: IssuedInvoice,
  randomness: Randomness,
): Promise<object | null> {
  const actions = {
    thanks: () => ({ tag: 'message', message: 'Thank you, that made our day!' }),
    receipt: () => ({ tag: 'url', description: 'Your receipt', url: `https://${domain}/receipt/7` }),
    elsewhere: () => ({ tag: 'url', description: 'Your order', url: 'https://orders.example/7' }),
    secret: () => seal('Door code 4711', invoice.preimage, randomness),
    oddaction: () => ({ tag: 'dance', steps: 3 }),
  }
  return own<() => object | Promise<object>>(actions, user)?.() ?? null
}

/** Encrypted with the preimage, which only the payer has. */
async function seal(text: string, preimage: string, randomness: Randomness): Promise<object> {
  const iv = new Uint8Array(randomness.bytes('initialisation vector').slice(0, 16))
  const raw = new Uint8Array(hexToBytes(preimage))
  const key = await crypto.subtle.importKey('raw', raw, 'AES-CBC', false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, new Uint8Array(utf8ToBytes(text)))
  return {
    tag: 'aes',
    description: 'The code of your door',
    ciphertext: base64.encode(new Uint8Array(sealed)),
    iv: base64.encode(iv),
  }
}
