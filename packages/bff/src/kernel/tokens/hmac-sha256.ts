import { tryOrUndefined } from '@leyden/core/internal'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** HMAC-SHA256 of bytes. */
export type Hmac = (key: Uint8Array, data: Uint8Array) => Uint8Array

/** The JavaScript implementation, for every host. */
export const portableHmac: Hmac = (key, data) => hmac(sha256, key, data)

/** Node's own implementation, which takes a quarter of the time. An import of it would fail on other hosts. */
const node = tryOrUndefined(() => process.getBuiltinModule('node:crypto'))

/** The implementation for this host. */
export const hmacSha256: Hmac = node
  ? (key, data) => node.createHmac('sha256', key).update(data).digest()
  : portableHmac
