import { parseJson } from '@leyden/core/internal'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

/** An encoding of the key, and how many of its characters in a row count as a leak. */
interface Spelling {
  text: string
  least: number
}

/** 12 characters of a key in a row are never coincidence; a shorter key counts as a whole. */
const TELLING = 12
const GRAM = 4
/** Each round decodes one layer, such as percent-encoding within an escape. */
const MOST_LAYERS = 4
/** The number of strings within a reply that are parsed as JSON; valid replies have one. */
const MOST_DOCUMENTS = 500

/**
 * Creates the check whether a reply contains the key: plain, in any case, in `\u` and other escapes, in
 * percent-encoding, base64, base64url or hex, as a value or as a field name, or split over several of them. Checks the
 * text and the parsed values. Takes time in proportion to the reply.
 *
 * @param apiKey visible ASCII, at least eight characters.
 */
export function createKeyEcho(apiKey: string): (reply: string) => boolean {
  const spellings = spellingsOf(apiKey)
  const finds = createFinder(spellings)
  return (reply) => {
    const { values, names } = leavesOf(reply)
    // Join the strings, to find a key that is split over neighbouring ones.
    if ([reply, values.join(''), names.join('')].some((text) => layersOf(text).some(finds))) return true
    const leaves = [...values, ...names].map(fold)
    return spellings.some(({ text }) => isMadeOf(text, leaves))
  }
}

function spellingsOf(apiKey: string): Spelling[] {
  const bytes = utf8ToBytes(apiKey)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const spell = (text: string, least: number) => ({ text: fold(text), least: Math.min(least, text.length) })
  // The number of bytes before the key decides how its bytes align with the base64 characters.
  const inBase64 = [0, 1, 2].map((before) => {
    const text = base64.encode(Uint8Array.from([...new Uint8Array(before), ...bytes]))
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
    return spell(own, (TELLING * 8) / 6)
  })
  return [spell(apiKey, TELLING), spell(hex, TELLING * 2), ...inBase64]
}

/** Normalises spellings: case, and the two alphabets of base64. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll('-', '+').replaceAll('_', '/')
}

/** A text, and its decoded forms layer by layer. */
function layersOf(text: string): string[] {
  const layers = [text]
  for (let layer = text; layers.length < MOST_LAYERS; ) {
    const next = layer.replace(
      /\\{1,8}u([0-9a-f]{4})|%([0-9a-f]{2})|\\{1,8}(?=[^\\a-z0-9])/gi,
      (_, unit?: string, byte?: string) => {
        const code = unit ?? byte
        return code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16))
      },
    )
    if (next === layer) break
    layers.push(next)
    layer = next
  }
  return layers.map(fold)
}

/**
 * Finds a part of the key in any spelling that is too long to be coincidence. Every part of `least` characters contains
 * four that begin at a multiple of `least - 3`, so only those positions are looked up.
 */
function createFinder(spellings: readonly Spelling[]): (text: string) => boolean {
  const places = new Map<string, { spelling: Spelling; at: number }[]>()
  for (const spelling of spellings)
    for (let at = 0; at + GRAM <= spelling.text.length; at++) {
      const gram = spelling.text.slice(at, at + GRAM)
      places.set(gram, [...(places.get(gram) ?? []), { spelling, at }])
    }
  const stride = Math.min(...spellings.map(({ least }) => least)) - GRAM + 1

  return (text) => {
    for (let at = 0; at + GRAM <= text.length; at += stride)
      for (const place of places.get(text.slice(at, at + GRAM)) ?? [])
        if (commonLength(text, at, place.spelling.text, place.at) >= place.spelling.least) return true
    return false
  }
}

/** The length of the common part of two texts around two positions where they agree. */
function commonLength(a: string, atA: number, b: string, atB: number): number {
  let before = 0
  while (atB > before && a[atA - before - 1] === b[atB - before - 1]) before++
  let after = 0
  while (atB + after < b.length && a[atA + after] === b[atB + after]) after++
  return before + after
}

/** Whether a text can be composed of some of the leaves, in any order. */
function isMadeOf(text: string, leaves: readonly string[]): boolean {
  const parts = new Set(leaves.filter((leaf) => leaf !== '' && text.includes(leaf)))
  const reached = new Set([0])
  for (let at = 0; at < text.length; at++)
    if (reached.has(at))
      for (const part of parts) if (text.startsWith(part, at)) reached.add(at + part.length)
  return reached.has(text.length)
}

/** Strings and numbers of a JSON text, and the names of its fields, in the order of the text; none of other texts. */
function leavesOf(reply: string): { values: string[]; names: string[] } {
  const values: string[] = []
  const names: string[] = []
  // An explicit stack: the nesting may be deeper than the call stack.
  const stack: unknown[] = [parseJson(reply)]
  let documents = 0
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value)
      values.push(text)
      if (/^\s*[[{"]/.test(text) && documents++ < MOST_DOCUMENTS) stack.push(parseJson(text))
    } else if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value)) for (const name of Object.keys(value)) names.push(name)
      const inner = Object.values(value)
      for (let at = inner.length - 1; at >= 0; at--) stack.push(inner[at])
    }
  }
  return { values, names }
}
