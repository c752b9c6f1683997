import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

/**
 * The encodings in which a reply may repeat a secret: how each of them writes it. The escapes of JSON and HTML are not
 * among them where they have a choice, such as `\/`, `\u002b` and `&#43;`, because {@link withoutEscapes} removes those.
 */
export const ENCODINGS = {
  plain: (secret) => [secret],
  // A string of JSON may contain JSON, as the metadata of a Lightning Address does.
  json: (secret) => [inJson(secret), inJson(inJson(secret))],
  url: (secret) => [encodeURIComponent(secret), String(new URLSearchParams([[secret, '']])).slice(0, -1)],
  percent: (secret) => [bytesToHex(utf8ToBytes(secret)).replace(/../g, '%$&')],
  hex: (secret) => [bytesToHex(utf8ToBytes(secret))],
  base64: inBase64,
  base64url: (secret) => inBase64(secret).map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
} satisfies Record<string, (secret: string) => readonly string[]>

/**
 * The base64 of the secret within a longer text. The number of bytes before it decides how its bytes align with the
 * characters of base64; the characters at its ends also depend on the text around it, so they are left out.
 */
function inBase64(secret: string): string[] {
  const bytes = utf8ToBytes(secret)
  return [0, 1, 2].map((before) =>
    base64
      .encode(concatBytes(new Uint8Array(before), bytes))
      .slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)),
  )
}

/**
 * Creates the check whether a reply contains the whole secret in one of the {@link ENCODINGS}, in capital or small letters,
 * as a value, a part of one, or the name of a field. It does not find one that is cut, split, or encoded twice.
 *
 * @param secret visible ASCII, at least eight characters.
 */
export function createSecretEcho(secret: string): (reply: string) => boolean {
  const written = Object.values(ENCODINGS).flatMap((encode) => encode(secret))
  const small = written.map((form) => form.toLowerCase())
  const forms = [...new Set([...small, ...small.map(withoutEscapes)])]
  return (reply) => {
    const text = reply.toLowerCase()
    const unescaped = withoutEscapes(text)
    const unwrapped = withoutLineBreaks(unescaped)
    return forms.some((form) => [text, unescaped, unwrapped].some((each) => each.includes(form)))
  }
}

/** Base64 is often wrapped after 64 or 76 characters; in JSON its line breaks are escapes. */
function withoutLineBreaks(text: string): string {
  return text.replace(/[\r\n]+[\t ]*/g, '')
}

const HTML_NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Removes the escapes of JSON and HTML that a writer may choose, also those of JSON within JSON, which have more
 * backslashes.
 */
function withoutEscapes(text: string): string {
  return text
    .replace(/\\{1,8}(?:u([0-9a-f]{4})|([rn])|(?=[^\\a-z0-9]))/g, (_, unit?: string, lineBreak?: string) =>
      unit === undefined ? (lineBreak ? '\n' : '') : letter(Number.parseInt(unit, 16)),
    )
    .replace(
      /&(?:#x0*([0-9a-f]{1,2})|#0*([0-9]{1,3})|([a-z]{2,4}));/g,
      (entity, hex?: string, decimal?: string, name = '') =>
        name === '' ? letter(hex ? Number.parseInt(hex, 16) : Number(decimal)) : (HTML_NAMES[name] ?? entity),
    )
}

const letter = (code: number) => String.fromCharCode(code).toLowerCase()
