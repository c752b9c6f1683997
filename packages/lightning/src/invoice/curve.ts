import { tryOrUndefined } from '@leyden/core/internal'
import * as secp256k1 from '@noble/secp256k1'

/**
 * The secp256k1 functions for checking an invoice's signature. They never throw; for invalid bytes they return false or
 * null.
 */
export interface Curve {
  /** Whether a compact signature of a hash is by this key. Only low-S signatures count. */
  verify(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
  /** Recovers the compressed public key from a compact signature of a hash; null if there is none. */
  recover(signature: Uint8Array, recoveryId: number, hash: Uint8Array): Uint8Array | null
  /** Whether these bytes are a compressed public key, so a point on the curve. */
  isPoint(publicKey: Uint8Array): boolean
}

/** The JavaScript implementation, for browsers and every other host. */
export const portableCurve = neverThrows({
  verify: (signature, hash, publicKey) =>
    secp256k1.verify(signature, hash, publicKey, { prehash: false, lowS: true }),
  recover: (signature, recoveryId, hash) =>
    secp256k1.recoverPublicKey(Uint8Array.of(recoveryId, ...signature), hash, { prehash: false }),
  isPoint: (publicKey) => secp256k1.Point.fromBytes(publicKey) !== undefined,
})

/**
 * The WebAssembly implementation takes a sixth of the processor time. It is used if the optional dependency is
 * installed. Only Node can load it in this way, and bundlers do not see it, so it is never in a page's bundle.
 */
export const nativeCurve = (): Curve | undefined => tryOrUndefined(loadNativeCurve)

let chosen: Curve | undefined

/** The implementation for this host. It is loaded for the first check, as most programs check no signature. */
export function chosenCurve(): Curve {
  chosen ??= nativeCurve() ?? portableCurve
  return chosen
}

/** Throws if the dependency is not installed, or if this host lacks Node's modules or WebAssembly. */
function loadNativeCurve(): Curve | undefined {
  const { process } = globalThis as {
    process?: {
      getBuiltinModule?(name: string): { createRequire(from: string): (name: string) => unknown }
    }
  }
  const require = process?.getBuiltinModule?.('module').createRequire(import.meta.url)
  const library = require?.('tiny-secp256k1') as typeof import('tiny-secp256k1') | undefined
  return (
    library &&
    // The WebAssembly module leaks stack when it refuses a key or recovery id, and after a few thousand it would refuse
    // every signature. So check both before calling it.
    neverThrows({
      verify: (signature, hash, publicKey) =>
        library.isPoint(publicKey) && library.verify(hash, publicKey, signature, true),
      recover: (signature, recoveryId, hash) =>
        isRecoveryId(recoveryId) ? library.recover(hash, signature, recoveryId, true) : null,
      isPoint: (publicKey) => library.isPoint(publicKey),
    })
  )
}

function isRecoveryId(id: number): id is 0 | 1 | 2 | 3 {
  return id >= 0 && id <= 3
}

/** The libraries throw for numbers out of range and for points that are not on the curve. */
function neverThrows(library: Curve): Curve {
  return {
    verify: (...given) => tryOrUndefined(() => library.verify(...given)) ?? false,
    recover: (...given) => tryOrUndefined(() => library.recover(...given)) ?? null,
    isPoint: (...given) => tryOrUndefined(() => library.isPoint(...given)) ?? false,
  }
}
