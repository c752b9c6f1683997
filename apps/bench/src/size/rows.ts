import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from './bundle.js'

/** A line of the table: what a page pays for a part of Leyden. */
interface Row {
  name: string
  /** In kB (1,000 bytes), brotli. A row over it warns. */
  budget?: number | undefined
}

export interface BundleRow extends Row {
  page: Page
  styles?: readonly string[] | undefined
  /** Modules that must not be in what the page loads at once. */
  never?: RegExp | undefined
  /** Modules that must not be in the bundle at all, on demand neither. */
  neverAtAll?: RegExp | undefined
  /** Measured with the other bundlers too. */
  everyBundler?: boolean | undefined
}

/** Files that a page loads as they are built. */
export interface FileRow extends Row {
  files: readonly string[]
  later?: readonly string[] | undefined
}

const REACT = ['react', 'react-dom']
const REACT_QUERY = '@tanstack/react-query'

/** Bundlers name a module by its path, or by the package through which it was found. */
const within = (paths: string) => new RegExp(`(?:${paths})`, 'u')
const CRYPTOGRAPHY = within('@noble/|@scure/|bitcoin-address-validation/')
/** WebAssembly of a megabyte, for servers. */
const NATIVE_CURVE = 'tiny-secp256k1/'
const CURVE = within(`@noble/secp256k1/|${NATIVE_CURVE}`)
const TRANSLATIONS = 'react/dist/languages/(?!(?:use|load)-language)'
const RAMP = within('react/dist/ramp-(?:widget|flow)/')
const PAY = within('react/dist/pay-(?:to-lightning-address|flow)/')
/** The curve checks signatures, which is the BFF's to do; English is built in. */
const NOT_IN_WIDGETS = within(`@noble/secp256k1/|${NATIVE_CURVE}|${TRANSLATIONS}`)

export const isTranslation = (id: string) => new RegExp(TRANSLATIONS, 'u').test(id)

const LANGUAGES = ['ar', 'de', 'es', 'ja', 'pt-BR']

export async function bundleRows(): Promise<BundleRow[]> {
  const pay = { '@leyden/react/pay': ['LeydenProvider', 'PayToLightningAddress'] }
  const cardStyles = ['theme/tokens', 'card/card', 'card/controls']
  const payStyles = reactStyles([...cardStyles, 'pay-to-lightning-address/pay'])
  return [
    {
      name: 'core: createClient alone',
      page: { from: { '@leyden/core': ['createClient'] } },
      never: CRYPTOGRAPHY,
    },
    { name: 'core', page: { from: { '@leyden/core': '*' } }, never: CRYPTOGRAPHY, budget: 3.5 },
    ...['money', 'status', 'webhook'].map((entry) => ({
      name: `core/${entry}`,
      page: { from: { [`@leyden/core/${entry}`]: '*' as const } },
      never: CRYPTOGRAPHY,
    })),
    {
      // Reading the answer of a callback checks the invoice's signature.
      name: 'lightning, all but `invoice-signature`',
      page: { from: { '@leyden/lightning': await namesBut('@leyden/lightning', 'parseCallbackResponse') } },
      never: CURVE,
      budget: 16,
    },
    ...['address', 'pay-request', 'invoice', 'invoice-signature', 'bitcoin-address'].map((entry) => ({
      name: `lightning/${entry}`,
      page: { from: { [`@leyden/lightning/${entry}`]: '*' as const } },
      never:
        entry === 'address'
          ? CRYPTOGRAPHY
          : ['invoice', 'bitcoin-address'].includes(entry)
            ? CURVE
            : within(NATIVE_CURVE),
    })),
    {
      name: 'react: ramp, first paint, where the app has react and react-query',
      page: {
        from: { '@leyden/react/ramp': ['RampWidget'] },
        without: [...REACT, REACT_QUERY, '@leyden/core'],
      },
      styles: reactStyles([...cardStyles, 'ramp-widget/ramp']),
      never: NOT_IN_WIDGETS,
      neverAtAll: PAY,
      everyBundler: true,
      budget: 9,
    },
    {
      name: 'react: pay, where the app has react and react-query',
      page: { from: pay, without: [...REACT, REACT_QUERY] },
      styles: payStyles,
      never: NOT_IN_WIDGETS,
      neverAtAll: RAMP,
      everyBundler: true,
      budget: 48,
    },
    {
      name: 'react: pay, all but react',
      page: { from: pay, without: REACT },
      styles: payStyles,
      never: NOT_IN_WIDGETS,
      neverAtAll: RAMP,
      everyBundler: true,
      budget: 57,
    },
    ...LANGUAGES.map((code) => ({
      name: `react: both widgets, ${code}`,
      page: {
        from: {
          [`@leyden/react/languages/${code}`]: '*' as const,
          [`@leyden/react/languages/ramp-${code}`]: '*' as const,
        },
      },
      budget: 4,
    })),
  ]
}

export const fileRows: FileRow[] = [
  {
    name: 'embed: the script in the head',
    files: [embedFile('leyden')],
    later: [embedFile('leyden-widget'), embedFile('leyden-ramp'), embedFile('leyden-doctor')],
    budget: 14.5,
  },
  { name: 'embed: the pay widget', files: [embedFile('leyden-widget')], budget: 80 },
  { name: 'embed: the ramp widget beside it', files: [embedFile('leyden-ramp')], budget: 20 },
  { name: 'embed: everything in one file', files: [embedFile('leyden.full')], budget: 130 },
  ...LANGUAGES.map((code) => ({
    name: `embed: both widgets, ${code}`,
    files: [embedFile(`leyden-${code.slice(0, 2)}`)],
    budget: 5,
  })),
]

/** Adds the style sheets of a row to its chunks, or the files of one as they are. */
export function readFiles(files: readonly string[]): Promise<Buffer[]> {
  return Promise.all(files.map((file) => readFile(file)))
}

function embedFile(name: string): string {
  return fileURLToPath(new URL(`../../../../packages/embed/dist/${name}.js`, import.meta.url))
}

function reactStyles(names: readonly string[]): string[] {
  return names.map((name) =>
    fileURLToPath(new URL(`../../../../packages/react/src/${name}.css`, import.meta.url)),
  )
}

async function namesBut(module: string, name: string): Promise<string[]> {
  return Object.keys(await import(module)).filter((exported) => exported !== name)
}
