import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'

export const base58check = /* @__PURE__ */ createBase58check(sha256)
