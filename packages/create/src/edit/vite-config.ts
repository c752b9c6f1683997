import { parse } from '@babel/parser'

type Statement = ReturnType<typeof parse>['program']['body'][number]
type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression']
type ObjectExpression = Extract<Expression, { type: 'ObjectExpression' }>
type ListNode = ObjectExpression | Extract<Expression, { type: 'ArrayExpression' }>
type Value = Extract<ObjectExpression['properties'][number], { type: 'ObjectProperty' }>['value']

/** The result of an edit: the new text, or the line that a person has to add because the config cannot be edited. */
export type ConfigEdit = { text: string } | { byHand: string }

const PROXY = `'/api/leyden': 'http://127.0.0.1:4000'`

/** Adds the proxy for requests to the BFF, in development and in `vite preview`. */
export function addProxy(text: string): ConfigEdit {
  const config = findConfig(text)
  if (valueAt(config, ['server', 'proxy', '/api/leyden'])) return { text }
  return insertAt(text, config, ['server', 'proxy'], PROXY)
}

/** Adds `page` to the build, beside `index.html`. Vite 8 renamed `rollupOptions`; both names are read. */
export function addPage(text: string, page: string, viteMajor: number): ConfigEdit {
  const config = findConfig(text)
  const isOld = viteMajor < 8 || valueAt(config, ['build', 'rollupOptions'])
  const path = ['build', isOld ? 'rollupOptions' : 'rolldownOptions']
  const entry = `input: ['index.html', '${page}']`
  const input = valueAt(config, [...path, 'input'])
  if (!input) return insertAt(text, config, path, entry)
  if (text.slice(input.start ?? 0, input.end ?? 0).includes(page)) return { text }
  const byHand = nest(path, entry)
  if (input.type === 'ObjectExpression') return insert(text, input, `tip: '${page}'`, byHand)
  if (input.type === 'ArrayExpression') return insert(text, input, `'${page}'`, byHand)
  return { byHand }
}

/** The port of the dev server, if the config has it as a number. */
export function configuredPort(text: string): number | undefined {
  const port = valueAt(findConfig(text), ['server', 'port'])
  return port?.type === 'NumericLiteral' ? port.value : undefined
}

function parseConfig(text: string) {
  try {
    return parse(text, { sourceType: 'unambiguous', plugins: ['typescript'] }).program.body
  } catch {
    return undefined
  }
}

/** The object that a Vite config exports: directly, from `defineConfig`, from a function, or by the name of a constant. */
function findConfig(text: string): ObjectExpression | undefined {
  const body = parseConfig(text)
  if (!body) return undefined

  const constant = (name: string) =>
    body
      .flatMap((statement) => (statement.type === 'VariableDeclaration' ? statement.declarations : []))
      .find(({ id }) => id.type === 'Identifier' && id.name === name)?.init

  function objectOf(node: { type: string } | null | undefined): ObjectExpression | undefined {
    const value = node as Expression | null | undefined
    switch (value?.type) {
      case 'ObjectExpression':
        return value
      case 'TSSatisfiesExpression':
      case 'TSAsExpression':
        return objectOf(value.expression)
      case 'Identifier':
        return objectOf(constant(value.name))
      case 'CallExpression':
        return value.callee.type === 'Identifier' && value.callee.name === 'defineConfig'
          ? objectOf(value.arguments[0])
          : undefined
      case 'ArrowFunctionExpression':
      case 'FunctionExpression': {
        if (value.body.type !== 'BlockStatement') return objectOf(value.body)
        const returns = value.body.body.filter((statement) => statement.type === 'ReturnStatement')
        const branches = value.body.body.some((statement) =>
          /^(If|Switch|Try|For|While)/.test(statement.type),
        )
        return returns.length === 1 && !branches ? objectOf(returns[0]?.argument) : undefined
      }
      default:
        return undefined
    }
  }

  for (const statement of body) {
    if (statement.type === 'ExportDefaultDeclaration') return objectOf(statement.declaration)
    if (
      statement.type === 'ExpressionStatement' &&
      statement.expression.type === 'AssignmentExpression' &&
      text.slice(statement.start ?? 0).startsWith('module.exports')
    )
      return objectOf(statement.expression.right)
  }
  return undefined
}

/** The value at a path of keys. */
function valueAt(config: Value | undefined, path: readonly string[]): Value | undefined {
  return path.reduce(findValue, config)
}

/** Inserts an entry into the object at a path of keys, and creates missing objects. */
function insertAt(
  text: string,
  config: Value | undefined,
  path: readonly string[],
  entry: string,
): ConfigEdit {
  const byHand = nest(path, entry)
  const there = path.findIndex((_, index) => !valueAt(config, path.slice(0, index + 1)))
  const depth = there < 0 ? path.length : there
  const object = valueAt(config, path.slice(0, depth))
  // The value may be something else, such as a variable.
  if (object?.type !== 'ObjectExpression') return { byHand }
  return insert(text, object, nest(path.slice(depth), entry), byHand)
}

function findValue(object: Value | undefined, name: string): Value | undefined {
  if (object?.type !== 'ObjectExpression') return undefined
  for (const property of object.properties) {
    if (property.type !== 'ObjectProperty' || property.computed) continue
    const { key } = property
    const isIt =
      (key.type === 'Identifier' && key.name === name) || (key.type === 'StringLiteral' && key.value === name)
    if (isIt) return property.value
  }
  return undefined
}

function nest(keys: readonly string[], innermost: string): string {
  return keys.reduceRight((inner, key) => `${key}: { ${inner} }`, innermost)
}

/** Inserts an entry at the end of an object or array. If that would break the syntax, a person has to add `byHand`. */
function insert(text: string, list: ListNode, entry: string, byHand: string): ConfigEdit {
  const edited = withEntry(text, list, entry)
  return parseConfig(edited) ? { text: edited } : { byHand }
}

/** Returns the text with the entry, and every other character unchanged. */
function withEntry(text: string, list: ListNode, entry: string): string {
  const start = list.start ?? 0
  const close = (list.end ?? 0) - 1
  const inside = text.slice(start + 1, close)
  const quoted = usesDoubleQuotes(text) ? entry.replaceAll("'", '"') : entry
  const last = ('properties' in list ? list.properties : list.elements).at(-1)?.end ?? undefined
  const hasComma = last === undefined || /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*,/.test(text.slice(last, close))
  const head = hasComma ? text.slice(0, close) : `${text.slice(0, last)},${text.slice(last, close)}`
  const trimmedHead = head.trimEnd()
  if (!inside.includes('\n')) {
    const isEmpty = inside.trim() === ''
    const pad = (isEmpty && text[start] === '{') || /\s$/.test(inside) ? ' ' : ''
    return `${trimmedHead}${isEmpty ? pad : ' '}${quoted}${pad}${text.slice(close)}`
  }
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const indentOfClose = /[ \t]*$/.exec(text.slice(0, close))?.[0] ?? ''
  const indent = /\n([ \t]+)\S/.exec(inside)?.[1] ?? `${indentOfClose}  `
  return `${trimmedHead}${newline}${indent}${quoted},${newline}${indentOfClose}${text.slice(close)}`
}

function usesDoubleQuotes(text: string): boolean {
  return text.split('"').length > text.split("'").length
}
