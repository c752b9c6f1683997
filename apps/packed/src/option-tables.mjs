// Tables of options in Markdown, from the docstrings of the interfaces that declare them and from the tables of how
// custom elements accept them, and what else follows from the source. `option-tables.test.mjs` compares the files with them.

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

/** A document in which the table or text of each `<!-- table … -->` is new, up to the next `<!-- end -->`. */
export function withTables(document, tableOf) {
  return document.replace(/^<!-- table (.+) -->\n[\s\S]*?^<!-- end -->$/gm, (_section, name) => {
    const content = tableOf(name)
    return `<!-- table ${name} -->\n${typeof content === 'string' ? content : markdownTable(...content)}\n<!-- end -->`
  })
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

/** @param type how an element accepts it: the type of an attribute, `property`, or undefined if it does not */
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

/** The C# type of an option, by how an element accepts it; for properties, by name. */
const CSHARP = {
  text: 'string',
  number: 'long',
  flag: 'bool',
  numbers: 'IEnumerable<long>',
  texts: 'IEnumerable<string>',
}
const pascalCase = (name) => name[0].toUpperCase() + name.slice(1)
export const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * The source of Unity's options with a property for each option of a class, in their order. An existing property stays
 * unchanged, so that its comment and type can be better than these.
 */
export function withProperties(source, className, members, table) {
  const body = new RegExp(`(?<=class ${className}\\b[^{]*\\{\\n)[\\s\\S]*?(?=\\n {4}\\})`)
  const [properties = ''] = body.exec(source) ?? []
  const known = new Map(
    [...properties.matchAll(/(?: {8}\/\/\/.*\n)* {8}public .*this\["(\w+)"\] = .*/g)].map(([lines, name]) => [
      name,
      lines,
    ]),
  )
  const added = ({ name, text }) =>
    [
      `        /// <summary>${text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/`(.+?)`/g, '<c>$1</c>')}</summary>`,
      `        public ${CSHARP[table[name]] ?? 'object'} ${pascalCase(name)} { set => this["${name}"] = value; }`,
    ].join('\n')
  return source.replace(body, () =>
    members.map((member) => known.get(member.name) ?? added(member)).join('\n'),
  )
}

/** The source of Godot's plugin with the names of all options in the comment above a function. */
export function withOptionList(source, declaration, names) {
  const list = new RegExp(`^## Options: .*\\n(?:##.*\\n)*(?=${declaration}\\b)`, 'm')
  const words = `Options: ${names.map((name) => `\`${snakeCase(name)}\``).join(', ')}.`
  const lines = words.match(/\S.{0,114}\S(?=\s|$)/g) ?? []
  return source.replace(list, () => lines.map((line) => `## ${line}\n`).join(''))
}

/**
 * The source of stories with one for each state, from its fixture. A story that is there stays as it is, so it can show
 * more than these.
 */
export function withStories(source, fixtures, states) {
  const nameOf = (state) => state.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())
  const missing = states.filter((state) => !source.includes(`export const ${nameOf(state)}: Story = {`))
  const added = missing.map(
    (state) => `export const ${nameOf(state)}: Story = { args: { state: ${fixtures}.${state} } }\n`,
  )
  return [source, ...added].join('')
}

const oneLine = (text) => text.trim().replace(/\s+/g, ' ')
const cell = (text) => (isCode.test(text) ? `\`${text}\`` : text).replaceAll('|', '\\|')
const isCode = /^(?:'.*'|\[.*\]|\d+|true|false)$/
