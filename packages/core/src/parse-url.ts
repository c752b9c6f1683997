/** A URL as the platform reads it, which also puts other spellings of a host into their usual form. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
