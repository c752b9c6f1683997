/** RFC 4648, section 4, with padding; `Buffer` is Node's alone. */
export function bytesToBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Null where the text is no base64. */
export function base64ToBytes(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
