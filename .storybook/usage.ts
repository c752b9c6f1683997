import { elementOf, type OptionRule, payOptions, rampOptions } from '../packages/react/src/options.js'

/** The code that a user writes to get a story, for each of the three ways to use a widget. */
export interface Usage {
  react?: string
  /** The script on a page, with an overlay. */
  script?: string
  /** The script on a page, with an element. */
  html?: string
}

type Args = Readonly<Record<string, unknown>>

const embed = (settings = '') => `<script src="https://shop.example/leyden/embed/v1/leyden.js"></script>
<script>
  Leyden.configure({ bffUrl: 'https://shop.example/leyden'${settings} })
</script>`

const options: Record<string, OptionRule> = { ...payOptions, ...rampOptions }

/** The elements of the script, and their kinds for `Leyden.open`. */
const elements: Record<string, { tag: string; kind: string; finalStatus: string }> = {
  PayToLightningAddress: { tag: 'pay-to-lightning-address', kind: 'pay', finalStatus: 'paid' },
  RampWidget: { tag: 'ramp-widget', kind: 'ramp', finalStatus: 'completed' },
}

/** Props that the provider or a server sets, or that have no meaning outside a story. */
const OMITTED_PROPS = ['client', 'remember']

/**
 * The code of a component with these props. It leaves out props that are not set, and functions, which come from the
 * Actions panel.
 */
export function usageOf(component: string, args: Args): Usage & { react: string } {
  const props = Object.entries(args).filter(
    ([name, value]) => value !== undefined && typeof value !== 'function' && !OMITTED_PROPS.includes(name),
  )
  const react = reactOf(component, props)
  const element = elements[component]
  if (!element) return { react }
  const { tag, kind, finalStatus } = element
  // Messages are a setting of the page, because an overlay has no option for them.
  const [messages] = props.filter(([name]) => name === 'messages')
  const settings = messages ? `, messages: ${literal(messages[1])}` : ''
  const overlayOptions = props.filter((prop) => prop !== messages)
  const optionsArgument = overlayOptions.length
    ? `, { ${overlayOptions.map(([name, value]) => `${name}: ${literal(value)}`).join(', ')} }`
    : ''
  const isAttribute = ([name]: [string, unknown]) =>
    options[name] !== undefined && elementOf(options[name]) !== 'property'
  const attributes = props.filter(isAttribute).map(attributeOf).join('')
  const properties = props.filter((prop) => !isAttribute(prop))
  const assignments = properties.map(([name, value]) => `\n  widget.${name} = ${literal(value)}`).join('')
  const script = properties.length
    ? `\n<script>\n  const widget = document.querySelector('${tag}')${assignments}\n</script>`
    : ''
  return {
    react,
    script: `${embed(settings)}
<button>Open</button>
<script>
  document.querySelector('button').onclick = async () => {
    const { status } = await Leyden.open('${kind}'${optionsArgument})
    if (status === '${finalStatus}') console.log('Thanks')
  }
</script>`,
    html: `${embed()}\n<${tag}${attributes}></${tag}>${script}`,
  }
}

function reactOf(component: string, props: [string, unknown][]): string {
  const attributes = props.map(([name, value]) =>
    typeof value === 'string' && !/["\n]/.test(value)
      ? `${name}="${value}"`
      : value === true
        ? name
        : `${name}={${literal(value)}}`,
  )
  const oneLine = `<${[component, ...attributes].join(' ')} />`
  const element =
    oneLine.length < 90
      ? oneLine
      : `<${component}\n${attributes.map((attribute) => `        ${attribute}\n`).join('')}      />`
  return `import { ${['LeydenProvider', component].sort().join(', ')} } from '@leyden/react'
import '@leyden/react/styles.css'

export function Example() {
  return (
    <LeydenProvider bffUrl="/api/leyden">
      ${element}
    </LeydenProvider>
  )
}`
}

function attributeOf([name, value]: [string, unknown]): string {
  const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (value === true) return ` ${attribute}`
  if (value === false) return ''
  const text = Array.isArray(value) ? value.join(' ') : String(value)
  return ` ${attribute}="${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
}

/** Writes a value as a JavaScript literal. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Date) return `new Date('${value.toISOString()}')`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (value && typeof value === 'object') {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    const name = (key: string) => (/^[a-z_]\w*$/i.test(key) ? key : literal(key))
    return `{ ${fields.map(([key, field]) => `${name(key)}: ${literal(field)}`).join(', ')} }`
  }
  return String(value)
}

/** Code that a story needs and a user's page does not, such as the sandbox's client and the class names of the page. */
const ONLY_IN_STORIES =
  / (client=\{client\}|remember="never"|className="page-[\w-]+")|client, |, remember: 'never'/g

/**
 * Turns a story with its own render function into the file that a user would write: its component, the functions of the
 * story file that it uses, and their imports.
 *
 * @param file the source of the story file
 * @param id the id of the story, which ends with the name of its export
 */
export function codeOfStory(file: string, id: string): string {
  const story = id.split('--')[1]?.replaceAll('-', '')
  const [, name = '', render = ''] =
    new RegExp(
      `^export const (${story}): Story = \\{\\n  render: ([\\s\\S]*?),\\n(?:  \\w+:|\\})`,
      'im',
    ).exec(file) ?? []
  const renderCode = render.replaceAll('\n  ', '\n')
  const component = renderCode.startsWith('function')
    ? `export ${renderCode}`
    : `export const ${name} = ${renderCode}`
  const mentions = (code: string, word: string) => new RegExp(`\\b${word}\\b`).test(code)
  const helpers = [...file.matchAll(/^(?:\/\*\* .* \*\/\n)?function (\w+)\([\s\S]*?^\}\n/gm)]
    .filter(([, helper = '']) => mentions(component, helper))
    .map(([helper]) => `${helper}\n`)
  const code = `${helpers.join('')}${component}`
    .replaceAll('<LeydenProvider client={client}>', '<LeydenProvider bffUrl="/api/leyden">')
    .replace(ONLY_IN_STORIES, '')
  const imports = new Map<string, string[]>([
    ['react', []],
    ['@leyden/react', []],
    ['@leyden/react/parts', []],
  ])
  for (const [, namespace, names = namespace ?? '', from = ''] of file.matchAll(
    /^import (?:\* as (\w+)|\{([^}]+)\}) from '(.+)'$/gm,
  ))
    imports.get(entryOf(from))?.push(
      ...names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => mentions(code, name.replace('type ', ''))),
    )
  const lines = [...imports].map(([from, names]) =>
    names.length ? `import { ${names.sort().join(', ')} } from '${from}'\n` : '',
  )
  return `${lines.join('')}import '@leyden/react/styles.css'\n\n${code}\n`
}

/** The entry from which a user imports what a story imports from a file of the package. */
function entryOf(from: string): string {
  if (!from.startsWith('.')) return from
  return /(-parts|\/use-[\w-]+)\.js$/.test(from) ? '@leyden/react/parts' : '@leyden/react'
}
