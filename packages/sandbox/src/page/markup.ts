/** HTML that may be sent: made by {@link html} alone. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A template of HTML; strings put into it are escaped, markup and lists of it are not. */
export function html(parts: TemplateStringsArray, ...values: (string | Markup | Markup[])[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + write(values[index - 1] ?? '') + part))
}

function write(value: string | Markup | Markup[]): string {
  if (Array.isArray(value)) return value.map(write).join('')
  return value instanceof Markup ? value.text : value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
