import Parser, { type SyntaxNode } from 'tree-sitter'
import gdscript from 'tree-sitter-gdscript'

/** The lines of a GDScript file that cannot be parsed; empty if there are none. */
export function syntaxErrors(source: string): string[] {
  const errors: string[] = []
  const walk = (node: SyntaxNode) => {
    if (node.isError || node.isMissing) errors.push(`line ${node.startPosition.row + 1}: ${node.text}`)
    for (const child of node.children) walk(child)
  }
  walk(parse(source))
  return errors
}

/**
 * A GDScript file as a JavaScript class that runs on `godot-page.ts`. It supports what the addon uses and throws for
 * everything else, because ignored code would not be tested.
 */
export function toJavaScript(source: string): string {
  const root = parse(source)
  const members = new Map<string, string | undefined>()
  const functions = new Set<string>()
  const fields: string[] = []
  for (const node of root.namedChildren) {
    const name = node.childForFieldName('name')?.text ?? ''
    if (node.type === 'function_definition') functions.add(name)
    if (['signal_statement', 'variable_statement', 'const_statement'].includes(node.type))
      members.set(name, typeOf(node))
    if (node.type === 'signal_statement') fields.push(`${name} = new Godot.Signal()`)
  }
  const scope = { members, functions, locals: new Map<string, string | undefined>() }
  for (const node of root.namedChildren)
    if (node.type === 'variable_statement' || node.type === 'const_statement') {
      const value = node.childForFieldName('value')
      fields.push(`${node.childForFieldName('name')?.text} = ${value ? expression(value, scope) : 'null'}`)
    }
  const methods = root.namedChildren
    .filter(({ type }) => type === 'function_definition')
    .map((node) => method(node, { members, functions, locals: new Map() }))
  const base = root.namedChildren.find(({ type }) => type === 'extends_statement')?.namedChildren[0]?.text
  return `class extends Godot.${base} {\n${fields.join('\n')}\n${methods.join('\n')}\n}`
}

/** The declared names, with the types of variables. */
interface Scope {
  members: ReadonlyMap<string, string | undefined>
  functions: ReadonlySet<string>
  locals: Map<string, string | undefined>
}

/** The members that a script inherits from Godot's Node. */
const NODE_MEMBERS = new Set(['process_mode', 'get_tree'])

function parse(source: string): SyntaxNode {
  const parser = new Parser()
  parser.setLanguage(gdscript)
  return parser.parse(source).rootNode
}

function typeOf(node: SyntaxNode): string | undefined {
  const type = node.childForFieldName('type')
  return type?.type === 'type' ? type.text : undefined
}

function field(node: SyntaxNode, name: string): SyntaxNode {
  const child = node.childForFieldName(name)
  if (!child) throw unsupported(node)
  return child
}

function unsupported(node: SyntaxNode): Error {
  return new Error(
    `line ${node.startPosition.row + 1}: the test knows no ${node.type}: ${JSON.stringify(node.text)}`,
  )
}

function method(node: SyntaxNode, scope: Scope): string {
  const checks: string[] = []
  let required = 0
  const parameters = field(node, 'parameters').namedChildren.map((parameter) => {
    const name = parameter.type === 'identifier' ? parameter.text : (parameter.namedChildren[0]?.text ?? '')
    const type = typeOf(parameter)
    const value = parameter.childForFieldName('value')
    if (!value) required += 1
    scope.locals.set(name, type)
    if (type) checks.push(`${checkedType(type, localName(name))};`)
    return value ? `${localName(name)} = ${expression(value, scope)}` : localName(name)
  })
  const body = block(field(node, 'body'), scope)
  // The signal resumes awaiting code synchronously, like Godot. A promise would resume it later.
  const isCoroutine = body.includes('yield*')
  const returned = JSON.stringify(node.childForFieldName('return_type')?.text ?? 'Variant')
  return `${field(node, 'name').text}(${parameters.join(', ')}) {
    const self = this
    Godot.checkArguments(arguments.length, ${required}, ${parameters.length})
    return Godot.${isCoroutine ? 'coroutine' : 'run'}(${returned}, ${isCoroutine ? 'function* () {' : '() => {'}
    ${checks.join('\n')}
    ${body} })
  }`
}

function block(node: SyntaxNode, scope: Scope): string {
  return node.namedChildren.map((child) => `${statement(child, scope)};`).join('\n')
}

function statement(node: SyntaxNode, scope: Scope): string {
  const [first] = node.namedChildren
  switch (node.type) {
    case 'comment':
    case 'pass_statement':
      return ''
    case 'expression_statement':
      if (!first) throw unsupported(node)
      if (first.type === 'assignment') return assign(first, expression(field(first, 'right'), scope), scope)
      if (first.type === 'augmented_assignment') {
        const left = expression(field(first, 'left'), scope)
        const operator = field(first, 'op').text.slice(0, -1)
        return assign(first, `${left} ${operator} ${expression(field(first, 'right'), scope)}`, scope)
      }
      return expression(first, scope)
    case 'variable_statement': {
      const name = field(node, 'name').text
      const value = node.childForFieldName('value')
      const type = typeOf(node)
      const code = `let ${localName(name)} = ${checkedType(type, value ? expression(value, scope) : 'null')}`
      scope.locals.set(name, type)
      return code
    }
    case 'return_statement':
      return `return ${first ? expression(first, scope) : ''}`
    case 'while_statement':
      return `while (${expression(field(node, 'condition'), scope)}) { ${block(field(node, 'body'), scope)} }`
    case 'for_statement': {
      const name = field(node, 'left').text
      scope.locals.set(name, undefined)
      return `for (const ${localName(name)} of Godot.each(${expression(field(node, 'right'), scope)})) { ${block(field(node, 'body'), scope)} }`
    }
    case 'if_statement':
    case 'elif_clause': {
      const code = `if (Godot.truth(${expression(field(node, 'condition'), scope)})) { ${block(field(node, 'body'), scope)} }`
      const others = node.namedChildren.filter(({ type }) => /^(elif|else)_clause$/.test(type))
      return [code, ...others.map((other) => statement(other, scope))].join(' else ')
    }
    case 'else_clause':
      return `{ ${block(field(node, 'body'), scope)} }`
    default:
      throw unsupported(node)
  }
}

function assign(node: SyntaxNode, value: string, scope: Scope): string {
  const left = field(node, 'left')
  if (left.type !== 'subscript')
    return `${expression(left, scope)} = ${checkedType(declaredType(left, scope), value)}`
  const [base, index] = [left.namedChildren[0], left.namedChildren[1]?.namedChildren[0]]
  if (!base || !index) throw unsupported(left)
  return `Godot.setIndex(${expression(base, scope)}, ${expression(index, scope)}, ${value})`
}

function checkedType(type: string | undefined, code: string): string {
  return type ? `Godot.typed(${JSON.stringify(type)}, ${code})` : code
}

function declaredType(node: SyntaxNode, { locals, members }: Scope): string | undefined {
  if (node.type !== 'identifier') return undefined
  return locals.has(node.text) ? locals.get(node.text) : members.get(node.text)
}

function expressionList(node: SyntaxNode, scope: Scope): string {
  return node.namedChildren.map((child) => expression(child, scope)).join(', ')
}

function expression(node: SyntaxNode, scope: Scope): string {
  const children = node.namedChildren
  const [first, second] = children
  switch (node.type) {
    case 'string':
    case 'integer':
    case 'float':
    case 'true':
    case 'false':
    case 'null':
      return node.text
    case 'identifier':
      return identifier(node.text, scope)
    case 'array':
      return `[${expressionList(node, scope)}]`
    case 'dictionary': {
      const pairs = children.map((pair) => {
        const [key, value] = [field(pair, 'left'), field(pair, 'value')]
        if (key.type !== 'string') throw unsupported(pair)
        return `[${key.text}, ${expression(value, scope)}]`
      })
      return `new Godot.Dictionary([${pairs.join(', ')}])`
    }
    case 'parenthesized_expression':
      if (!first) throw unsupported(node)
      return `(${expression(first, scope)})`
    case 'await_expression':
      if (!first) throw unsupported(node)
      return `(yield* Godot.awaited(${expression(first, scope)}))`
    case 'conditional_expression': {
      const [condition, left, right] = ['condition', 'left', 'right'].map((name) =>
        expression(field(node, name), scope),
      )
      return `(Godot.truth(${condition}) ? ${left} : ${right})`
    }
    case 'unary_operator':
      if (!first || node.children[0]?.text !== 'not') throw unsupported(node)
      return `!Godot.truth(${expression(first, scope)})`
    case 'binary_operator':
      return binary(node, scope)
    case 'call': {
      const name = first?.text ?? ''
      const callee = scope.functions.has(name) || NODE_MEMBERS.has(name) ? `self.${name}` : `Godot.${name}`
      return `${callee}(${expressionList(field(node, 'arguments'), scope)})`
    }
    case 'subscript':
      if (!first || !second?.namedChildren[0]) throw unsupported(node)
      return `Godot.index(${expression(first, scope)}, ${expression(second.namedChildren[0], scope)})`
    case 'attribute': {
      // The grammar parses `a % b.c()` as `(a % b).c()`, unlike Godot.
      if (!first || /operator|conditional/.test(first.type)) throw unsupported(node)
      let code = expression(first, scope)
      let type = declaredType(first, scope)
      for (const step of children.slice(1)) {
        if (step.type === 'identifier') code = `${code}.${step.text}`
        else if (step.type === 'attribute_call')
          code = `Godot.call(${code}, ${JSON.stringify(step.namedChildren[0]?.text)}, [${expressionList(field(step, 'arguments'), scope)}], ${JSON.stringify(type ?? null)})`
        else throw unsupported(step)
        type = undefined
      }
      return code
    }
    default:
      throw unsupported(node)
  }
}

function binary(node: SyntaxNode, scope: Scope): string {
  const [leftNode, rightNode] = [field(node, 'left'), field(node, 'right')]
  const operator = field(node, 'op').text
  const left = expression(leftNode, scope)
  if (operator === 'is') return `Godot.is(${left}, ${JSON.stringify(rightNode.text)})`
  const right = expression(rightNode, scope)
  switch (operator) {
    case 'and':
      return `(Godot.truth(${left}) && Godot.truth(${right}))`
    case 'or':
      return `(Godot.truth(${left}) || Godot.truth(${right}))`
    case '==':
    case '!=':
      return `(${left} ${operator}= ${right})`
    case '+':
    case '<':
    case '>':
      return `(${left} ${operator} ${right})`
    case '%':
      return `Godot.format(${left}, ${right})`
    case 'in':
      // The grammar parses `not a in b` as `(not a) in b`, unlike Godot.
      if (leftNode.type === 'unary_operator') throw unsupported(node)
      return `${right}.includes(${left})`
    default:
      throw unsupported(node)
  }
}

/** Prefixes a local name, because names such as `arguments` have a meaning in JavaScript. */
function localName(name: string): string {
  return `$${name}`
}

function identifier(name: string, { locals, members, functions }: Scope): string {
  if (locals.has(name)) return localName(name)
  if (functions.has(name)) return `self.${name}.bind(self)`
  if (members.has(name) || NODE_MEMBERS.has(name)) return `self.${name}`
  return `Godot.${name}`
}
