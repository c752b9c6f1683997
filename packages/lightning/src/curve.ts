import { attempt } from '@leyden/core/internal'
import * as secp256k1 from '@noble/secp256k1'

/** What the check of an invoice's signature needs of secp256k1. Never throws: wrong bytes are a refusal too. */
export interface Curve {
  /** Whether a key has made a compact signature of a hash; only low-S signatures count. */
  verify(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
  /** The compressed key that has made a compact signature of a hash, or null. */
  recover(signature: Uint8Array, recoveryId: number, hash: Uint8Array): Uint8Array | null
}

/** In JavaScript, for browsers and every other host. */
export const portableCurve = neverThrows({
  verify: (signature, hash, publicKey) =>
    secp256k1.verify(signature, hash, publicKey, { prehash: false, lowS: true }),
  recover: (signature, recoveryId, hash) =>
    secp256k1.recoverPublicKey(Uint8Array.of(recoveryId, ...signature), hash, { prehash: false }),
})

/**
 * In WebAssembly, with a sixth of the processor time, where the optional dependency is installed. Only Node has this way
 * to load it, and no bundler sees it, so that it is never in the bundle of a page.
 */
export const nativeCurve: Curve | undefined = loadNativeCurve()

export const curve: Curve = nativeCurve ?? portableCurve

function loadNativeCurve(): Curve | undefined {
  try {
    const { process } = globalThis as {
      process?: {
        getBuiltinModule?(name: string): { createRequire(from: string): (name: string) => unknown }
      }
    }
    const require = process?.getBuiltinModule?.('module').createRequire(import.meta.url)
    const library = require?.('tiny-secp256k1') as typeof import('tiny-secp256k1') | undefined
    return (
      library &&
      // A key or recovery id that is refused inside of WebAssembly takes some of its stack and never gives it back: after
      // a few thousand every signature would be refused. So neither gets there.
      neverThrows({
        verify: (signature, hash, publicKey) =>
          library.isPoint(publicKey) && library.verify(hash, publicKey, signature, true),
        recover: (signature, recoveryId, hash) =>
          isRecoveryId(recoveryId) ? library.recover(hash, signature, recoveryId, true) : null,
      })
    )
  } catch {
    // It is not installed, or this host has neither Node's modules nor WebAssembly.
    return undefined
  }
}

function isRecoveryId(id: number): id is 0 | 1 | 2 | 3 {
  return id >= 0 && id <= 3
}

/** The libraries throw for numbers out of range and for points that are not on the curve. */
function neverThrows(library: Curve): Curve {
  return {
    verify: (...given) => attempt(() => library.verify(...given)) ?? false,
    recover: (...given) => attempt(() => library.recover(...given)) ?? null,
  }
}
