// Tables of options in Markdown, from the docstrings of the interfaces that declare them and from the tables of how
// custom elements take them. `option-tables.test.mjs` holds the READMEs and the guide to them.

/** The members of an interface in their order, each with its type, and the text and `@default` of its docstring. */
export function membersOf(source, name) {
  const body = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source)?.[1]
  if (body === undefined) throw new Error(`There is no interface ${name}.`)
  const member = /(?:^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^ {2}'?([\w-]+)'?\??: ?(.*)/gm
  return [...body.matchAll(member)].map(([, comment = '', name, type]) => {
    const [text = '', ...tags] = comment.replace(/^\s*\* ?/gm, '').split(/^@/m)
    const fallback = tags.find((tag) => tag.startsWith('default '))?.slice('default '.length)
    return { name, type, text: oneLine(text), default: fallback && oneLine(fallback) }
  })
}

/** A document with the table of each `<!-- table … -->` written again, up to the next `<!-- end -->`. */
export function withTables(document, tableOf) {
  return document.replace(
    /^<!-- table (.+) -->\n[\s\S]*?^<!-- end -->$/gm,
    (_section, name) => `<!-- table ${name} -->\n${markdownTable(...tableOf(name))}\n<!-- end -->`,
  )
}

function markdownTable(head, ...rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const isCallback = ({ name }) => /^on[A-Z]/.test(name)

export const propRow = ({ name, default: fallback, text }) => [
  `\`${name}\``,
  cell(fallback ?? ''),
  cell(text),
]

export const callbackRow = ({ name, text }) => [`\`${name}\``, cell(text)]

/** @param type how an element takes it: an attribute's type, `property`, or undefined for what an element has not. */
export const elementRow = ({ name, default: fallback, text }, type) => [
  `\`${name}\``,
  attributeCell(name, type),
  cell(fallback ?? ''),
  cell(text),
]

function attributeCell(name, type) {
  const attribute = `\`${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}\``
  if (type === undefined || type === 'property') return ''
  return type === 'numbers' || type === 'texts' ? `${attribute}, with spaces between` : attribute
}

const oneLine = (text) => text.trim().replace(/\s+/g, ' ')
const cell = (text) => (isCode.test(text) ? `\`${text}\`` : text).replaceAll('|', '\\|')
const isCode = /^(?:'.*'|\[.*\]|\d+|true|false)$/
