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
