/** As much as a page can tell of what was typed: a name, a domain with a dot, no spaces, and not too long for any. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254
}
