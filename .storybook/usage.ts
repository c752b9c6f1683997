import { payOptions, rampOptions } from '../packages/react/src/options.js'

/** Generates the code that a user writes to get a story, for the three ways to use a widget. */
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

/** How an element accepts each option. An attribute contains no object and no secret. */
const options: Record<string, string> = { ...payOptions, ...rampOptions }

/** The elements of the script, and their kinds for `Leyden.open`. */
const elements: Record<string, { tag: string; kind: string; ending: string }> = {
  PayToLightningAddress: { tag: 'pay-to-lightning-address', kind: 'pay', ending: 'paid' },
  RampWidget: { tag: 'ramp-widget', kind: 'ramp', ending: 'completed' },
}

/** Props that the page's server or the provider sets, or that mean nothing outside of a story. */
const LEFT_OUT = ['client', 'remember']

/**
 * The code of a component with these props. Props that nobody set, and functions that the Actions panel put there, are
 * left out.
 */
export function usageOf(component: string, args: Args): Usage & { react: string } {
  const props = Object.entries(args).filter(
    ([name, value]) => value !== undefined && typeof value !== 'function' && !LEFT_OUT.includes(name),
  )
  const react = reactOf(component, props)
  const element = elements[component]
  if (!element) return { react }
  const { tag, kind, ending } = element
  // Messages are a setting of the page: an overlay has none of its own.
  const [messages] = props.filter(([name]) => name === 'messages')
  const settings = messages ? `, messages: ${literal(messages[1])}` : ''
  const own = props.filter((prop) => prop !== messages)
  const optionsArgument = own.length
    ? `, { ${own.map(([name, value]) => `${name}: ${literal(value)}`).join(', ')} }`
    : ''
  const isAttribute = ([name]: [string, unknown]) => !['property', undefined].includes(options[name])
  const attributes = props.filter(isAttribute).map(attributeOf).join('')
  const properties = props.filter((prop) => !isAttribute(prop))
  const assigned = properties.map(([name, value]) => `\n  widget.${name} = ${literal(value)}`).join('')
  const script = properties.length
    ? `\n<script>\n  const widget = document.querySelector('${tag}')${assigned}\n</script>`
    : ''
  return {
    react,
    script: `${embed(settings)}
<button>Open</button>
<script>
  document.querySelector('button').onclick = async () => {
    const { status } = await Leyden.open('${kind}'${optionsArgument})
    if (status === '${ending}') console.log('Thanks')
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
      : `<${component}\n${attributes.map((one) => `        ${one}\n`).join('')}      />`
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

/** A value as JavaScript. */
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

/** Imports that a story needs and a user's page does not: a client of the sandbox, and the page around the widget. */
const ONLY_IN_STORIES =
  / (client=\{client\}|remember="never"|className="page-[\w-]+")|client, |, remember: 'never'/g

/**
 * The code of a story with its own render function, as a file of a user: its component, the functions of the story file
 * that it uses, and their imports.
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
  const drawn = render.replaceAll('\n  ', '\n')
  const component = drawn.startsWith('function') ? `export ${drawn}` : `export const ${name} = ${drawn}`
  const uses = (code: string, word: string) => new RegExp(`\\b${word}\\b`).test(code)
  const helpers = [...file.matchAll(/^(?:\/\*\* .* \*\/\n)?function (\w+)\([\s\S]*?^\}\n/gm)]
    .filter(([, helper = '']) => uses(component, helper))
    .map(([helper]) => `${helper}\n`)
  const code = `${helpers.join('')}${component}`
    .replaceAll('<LeydenProvider client={client}>', '<LeydenProvider bffUrl="/api/leyden">')
    .replace(ONLY_IN_STORIES, '')
  const imports = new Map<string, string[]>([
    ['react', []],
    ['@leyden/react', []],
  ])
  for (const [, whole, names = whole ?? '', from = ''] of file.matchAll(
    /^import (?:\* as (\w+)|\{([^}]+)\}) from '(.+)'$/gm,
  ))
    imports.get(from.startsWith('.') ? '@leyden/react' : from)?.push(
      ...names
        .split(',')
        .map((each) => each.trim())
        .filter((each) => uses(code, each.replace('type ', ''))),
    )
  const lines = [...imports].map(([from, names]) =>
    names.length ? `import { ${names.sort().join(', ')} } from '${from}'\n` : '',
  )
  return `${lines.join('')}import '@leyden/react/styles.css'\n\n${code}\n`
}
