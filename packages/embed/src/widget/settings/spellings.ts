import { lookAlikes } from '@leyden/react/options'

/** `amountSats` → `amount-sats`. */
export function attributeOf(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/**
 * The spellings of an option: `amountSats`, `amount-sats`, and `amountsats`, because HTML and several frameworks write
 * names in lower case.
 */
export function spellingsOf(option: string): string[] {
  return [...new Set([option, attributeOf(option), option.toLowerCase()])]
}

/** The names that are refused in place of an option that locks something, as people spell them. */
export function lookAlikeSpellings(): string[] {
  const names = Object.entries(lookAlikes).flatMap(([option, others]) => [attributeOf(option), ...others])
  return [...new Set(names)].flatMap((name) => [
    ...spellingsOf(name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())),
    name.replaceAll('-', '_'),
  ])
}
