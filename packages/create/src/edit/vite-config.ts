import { parse } from '@babel/parser'

type Statement = ReturnType<typeof parse>['program']['body'][number]
type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression']
type ObjectExpression = Extract<Expression, { type: 'ObjectExpression' }>
type ListNode = ObjectExpression | Extract<Expression, { type: 'ArrayExpression' }>
type Value = Extract<ObjectExpression['properties'][number], { type: 'ObjectProperty' }>['value']

/** What an edit came to: the new text, or the line that a person has to add, because the config cannot be read. */
export type ConfigEdit = { text: string } | { byHand: string }

const PROXY = `'/api/leyden': 'http://127.0.0.1:4000'`

/** Passes requests for the BFF on, in development and in `vite preview`. */
export function addProxy(text: string): ConfigEdit {
  const byHand = { byHand: `server: { proxy: { ${PROXY} } }` }
  const config = findConfig(text)
  const proxy = config && follow(config, ['server', 'proxy'])
  if (proxy?.object && findValue(proxy.object, '/api/leyden')) return { text }
  if (!proxy?.object) return byHand
  return checked(insert(text, proxy.object, nest(proxy.missing, PROXY)), byHand)
}

/** Builds `page` beside `index.html`. Vite 8 renamed `rollupOptions`; both names are read. */
export function addPage(text: string, page: string, viteMajor: number): ConfigEdit {
  const config = findConfig(text)
  const build = config && follow(config, ['build'])
  const hasOld = build?.object && build.missing.length === 0 && findValue(build.object, 'rollupOptions')
  const options = hasOld || viteMajor < 8 ? 'rollupOptions' : 'rolldownOptions'
  const found = config && follow(config, ['build', options])
  const byHand = { byHand: `build: { ${options}: { input: ['index.html', '${page}'] } }` }
  if (!found?.object) return byHand

  const input = found.missing.length === 0 ? findValue(found.object, 'input') : undefined
  if (!input) {
    const entry = nest(found.missing, `input: ['index.html', '${page}']`)
    return checked(insert(text, found.object, entry), byHand)
  }
  if (text.slice(input.start ?? 0, input.end ?? 0).includes(page)) return { text }
  if (input.type === 'ObjectExpression') return checked(insert(text, input, `tip: '${page}'`), byHand)
  if (input.type === 'ArrayExpression') return checked(insert(text, input, `'${page}'`), byHand)
  return byHand
}

/** The port that the config gives the dev server, if it says so in digits. */
export function configuredPort(text: string): number | undefined {
  const config = findConfig(text)
  const server = config && follow(config, ['server'])
  const port = server?.object && server.missing.length === 0 ? findValue(server.object, 'port') : undefined
  return port?.type === 'NumericLiteral' ? port.value : undefined
}

function parseConfig(text: string) {
  try {
    return parse(text, { sourceType: 'unambiguous', plugins: ['typescript'] }).program.body
  } catch {
    return undefined
  }
}

/** An edit that broke the syntax is not made. */
function checked(text: string, byHand: ConfigEdit): ConfigEdit {
  return parseConfig(text) ? { text } : byHand
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

/**
 * The innermost object on a path of keys that is there, and the keys that are missing below it. No object where
 * something else stands at a key, such as a variable.
 */
function follow(config: ObjectExpression, path: string[]) {
  let object = config
  for (const [index, key] of path.entries()) {
    const value = findValue(object, key)
    if (!value) return { object, missing: path.slice(index) }
    if (value.type !== 'ObjectExpression') return { object: undefined, missing: [] }
    object = value
  }
  return { object, missing: [] }
}

function findValue(object: ObjectExpression, name: string): Value | undefined {
  for (const property of object.properties) {
    if (property.type !== 'ObjectProperty' || property.computed) continue
    const { key } = property
    const isIt =
      (key.type === 'Identifier' && key.name === name) || (key.type === 'StringLiteral' && key.value === name)
    if (isIt) return property.value
  }
  return undefined
}

function nest(keys: string[], innermost: string): string {
  return keys.reduceRight((inner, key) => `${key}: { ${inner} }`, innermost)
}

/** Inserts an entry at the end of an object or array, and leaves every other character as it is. */
function insert(text: string, list: ListNode, entry: string): string {
  const start = list.start ?? 0
  const close = (list.end ?? 0) - 1
  const inside = text.slice(start + 1, close)
  const quoted = usesDoubleQuotes(text) ? entry.replaceAll("'", '"') : entry
  const last = ('properties' in list ? list.properties : list.elements).at(-1)?.end ?? undefined
  const hasComma = last === undefined || /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*,/.test(text.slice(last, close))
  const head = hasComma ? text.slice(0, close) : `${text.slice(0, last)},${text.slice(last, close)}`
  const kept = head.trimEnd()
  if (!inside.includes('\n')) {
    const isEmpty = inside.trim() === ''
    const pad = (isEmpty && text[start] === '{') || /\s$/.test(inside) ? ' ' : ''
    return `${kept}${isEmpty ? pad : ' '}${quoted}${pad}${text.slice(close)}`
  }
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const indentOfClose = /[ \t]*$/.exec(text.slice(0, close))?.[0] ?? ''
  const indent = /\n([ \t]+)\S/.exec(inside)?.[1] ?? `${indentOfClose}  `
  return `${kept}${newline}${indent}${quoted},${newline}${indentOfClose}${text.slice(close)}`
}

function usesDoubleQuotes(text: string): boolean {
  return text.split('"').length > text.split("'").length
}
