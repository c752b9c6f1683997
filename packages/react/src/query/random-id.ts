/**
 * Returns 32 random hex digits. A page over plain http, such as a dev server opened from a phone, has no
 * `crypto.randomUUID`.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
