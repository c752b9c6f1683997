// Makes the Markdown tables of options from the docstrings of the interfaces and from how custom elements accept each
// option, and other texts that follow from the source. `option-tables.test.mjs` compares the files with them.

/** The members of an interface in order, each with its type, whether it is required, and the text and `@default` of its docstring. */
export function membersOf(source, name) {
  const body = new RegExp(`^(?:export )?interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(
    source,
  )?.[1]
  if (body === undefined) throw new Error(`There is no interface ${name}.`)
  const member = /(?:^ {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^ {2}'?([\w-]+)'?(\??): ?(.*)/gm
  return [...body.matchAll(member)].map(([, comment = '', name, optional, type]) => {
    const [text = '', ...tags] = comment.replace(/^\s*\* ?/gm, '').split(/(?:^| )@(?=\w+ )/m)
    const fallback = tags.find((tag) => tag.startsWith('default '))?.slice('default '.length)
    return { name, type, isRequired: !optional, text: oneLine(text), default: fallback && oneLine(fallback) }
  })
}

/** The names of the fields of an interface's member, such as those of one outcome. */
export function fieldsOf(source, name, member) {
  const body =
    new RegExp(`^(?:export )?interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source)?.[1] ?? ''
  const [, fields] =
    new RegExp(`^ {2}${member}: (?:object|\\{\\n([\\s\\S]*?)^ {2}\\})$`, 'm').exec(body) ?? []
  if (body === '') throw new Error(`There is no interface ${name}.`)
  return [...(fields ?? '').matchAll(/^ {4}(\w+)\??:/gm)].map(([, field]) => field)
}

/** Replaces the table or text between each `<!-- table … -->` of a document and the next `<!-- end -->`. */
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

export const settingRow = ({ name, default: fallback, text }) => [
  `\`${name}\``,
  cell(fallback ?? ''),
  cell(text),
]

export const callbackRow = ({ name, text }) => [`\`${name}\``, cell(text)]

/**
 * @param type how an element accepts the option: the type of an attribute, `property`, or `none`
 */
export const optionRow = ({ name, default: fallback, text }, type) => [
  `\`${name}\``,
  attributeCell(name, type),
  cell(fallback ?? ''),
  cell(text),
]

function attributeCell(name, type) {
  const attribute = `\`${kebabCase(name)}\``
  if (type === 'none') return '–'
  if (type === 'property') return 'property only'
  return type === 'numbers' || type === 'texts' ? `${attribute}, with spaces between` : attribute
}

/** The C# type of an option, by how an element accepts it. */
const CSHARP = {
  text: 'string',
  number: 'long',
  flag: 'bool',
  numbers: 'IEnumerable<long>',
  texts: 'IEnumerable<string>',
}
const pascalCase = (name) => name[0].toUpperCase() + name.slice(1)
export const kebabCase = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
export const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * The source of Unity's options with a property for each option of a class, in order. Existing properties do not
 * change, because their comments and types may be better than generated ones.
 */
export function withProperties(source, className, members, table) {
  const body = new RegExp(`(?<=class ${className}\\b[^{]*\\{\\n)[\\s\\S]*?(?=\\n {4}\\})`)
  const [properties] = body.exec(source) ?? []
  if (properties === undefined) throw new Error(`There is no class ${className}.`)
  const existing = new Map(
    [...properties.matchAll(/(?: {8}\/\/\/.*\n)* {8}public .*this\["(\w+)"\] = .*/g)].map(([lines, name]) => [
      name,
      lines,
    ]),
  )
  const newProperty = ({ name, text }) =>
    [
      `        /// <summary>${text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/`(.+?)`/g, '<c>$1</c>')}</summary>`,
      `        public ${CSHARP[table[name]] ?? 'object'} ${pascalCase(name)} { set => this["${name}"] = value; }`,
    ].join('\n')
  return source.replace(body, () =>
    members.map((member) => existing.get(member.name) ?? newProperty(member)).join('\n'),
  )
}

/** The source of Godot's plugin with the names of all options in the comment above a function. */
export function withOptionList(source, declaration, names) {
  const list = new RegExp(`^## Options: .*\\n(?:##.*\\n)*(?=${declaration}\\b)`, 'm')
  if (!list.test(source)) throw new Error(`There is no list of options above ${declaration}.`)
  const text = `Options: ${names.map((name) => `\`${snakeCase(name)}\``).join(', ')}.`
  const lines = text.match(/\S.{0,114}\S(?=\s|$)/g) ?? []
  return source.replace(list, () => lines.map((line) => `## ${line}\n`).join(''))
}

/**
 * The source of stories with a story for each state, from its fixture. Existing stories do not change, because they may
 * show more.
 */
export function withStories(source, fixtures, states) {
  const nameOf = (state) => state.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())
  const missing = states.filter((state) => !source.includes(`export const ${nameOf(state)}: Story = {`))
  const newStories = missing.map(
    (state) => `export const ${nameOf(state)}: Story = { args: { state: ${fixtures}.${state} } }\n`,
  )
  return [source, ...newStories].join('')
}

const oneLine = (text) => text.trim().replace(/\s+/g, ' ')
const cell = (text) => (isCode.test(text) ? `\`${text}\`` : text).replaceAll('|', '\\|')
const isCode = /^(?:'.*'|\[.*\]|\d+|true|false)$/
