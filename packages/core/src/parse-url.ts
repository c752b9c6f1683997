/** A URL as the platform parses it, which also normalises other spellings of a host. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
