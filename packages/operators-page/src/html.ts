/** HTML in which every value of another source is escaped. Only the tag `html` creates it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Value = Html | string | number | bigint | false | null | undefined | readonly Value[]

/**
 * Creates HTML from a template. It escapes every value, for a text or for an attribute in double quotes; HTML and lists
 * of it stay as they are, and `false`, `null` and `undefined` are left out.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.map((text, index) => text + written(values[index])).join(''))
}

function written(value: Value): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(written).join('')
  if (value === undefined || value === null || value === false) return ''
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
