/** Safe HTML, which only {@link html} creates. */
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

/** A template of HTML that escapes strings, but not markup and lists of markup. */
export function html(parts: TemplateStringsArray, ...values: (string | Markup | Markup[])[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + write(values[index - 1] ?? '') + part))
}

function write(value: string | Markup | Markup[]): string {
  if (Array.isArray(value)) return value.map(write).join('')
  return value instanceof Markup ? value.text : value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}

/** A page of the sandbox. */
export function pageDocument({
  title,
  resources,
  data = {},
  content,
}: {
  title: string
  /** Path of the style sheet and of the module that it loads, without their extensions. */
  resources: string
  /** Attributes `data-…` of its body. */
  data?: Record<string, string>
  content: Markup
}): string {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${resources}.css" />
        <link rel="icon" href="data:," />
        <script type="module" src="${resources}.js"></script>
      </head>
      <body${attributes}>
        <main>${content}</main>
      </body>
    </html>`.text
}
