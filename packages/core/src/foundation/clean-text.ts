const MAX_MESSAGE_CHARACTERS = 200

/**
 * Makes an untrusted text safe to show: cuts it to a length, and removes control characters except line break and tab,
 * and the marks that reverse the writing direction, which can disguise an amount or name.
 */
export function cleanText(text: unknown, maxCharacters: number): string {
  if (typeof text !== 'string') return ''
  // Cut by units first: there is no point in processing 256 KiB for 200 characters.
  const cut = text.slice(0, maxCharacters * 4)
  const clean = cut.replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu, '')
  return Array.from(clean).slice(0, maxCharacters).join('')
}

/** Like {@link cleanText}, in one line and without any mark of direction; so it is safe in a terminal too. */
export function cleanLine(text: unknown, maxCharacters: number): string {
  const line = cleanText(text, maxCharacters).replace(/[\u061c\u200e\u200f]/gu, '')
  return line.replace(/\s+/gu, ' ').trim()
}

/**
 * Cleans the recipient's own words (LUD-06, `reason`) wherever they cross a border: by {@link cleanLine}, to at most 200
 * characters.
 *
 * @returns undefined if no word is left.
 */
export function cleanProviderMessage(text: unknown): string | undefined {
  return cleanLine(text, MAX_MESSAGE_CHARACTERS) || undefined
}

/** The name of the host that said them; undefined for a text that is no host name in ASCII. */
export function cleanHost(text: unknown): string | undefined {
  return typeof text === 'string' && /^[\w.-]{1,253}$/.test(text) ? text : undefined
}
