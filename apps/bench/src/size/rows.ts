import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as lightning from '@leyden/lightning'

/** A row of the table: the size that a part of Leyden adds to a page. */
export interface Row {
  name: string
  /** The budget in kB (1,000 bytes), compressed with brotli. A row over it prints a warning. */
  budget?: number | undefined
  /** The imports of a page, to be bundled: names by module, or `*` for all. */
  from?: Readonly<Record<string, '*' | readonly string[]>> | undefined
  /** Packages that the page has in any case. They are not counted. */
  without?: readonly string[] | undefined
  /** The style sheets of the page. */
  styles?: readonly string[] | undefined
  /** Built files that a page loads, in place of `from`. */
  files?: readonly string[] | undefined
  /** The files of these that it loads on demand. */
  later?: readonly string[] | undefined
  /** Modules that the page must not load at once. */
  never?: RegExp | undefined
  /** Modules that must not be in the bundle, not even on demand. */
  neverAtAll?: RegExp | undefined
  /** Whether it is measured with the other bundlers too. */
  everyBundler?: boolean | undefined
}

/** Bundlers name a module by its path, or by the package that exports it. */
const within = (paths: string) => new RegExp(`(?:${paths})`, 'u')
const CRYPTOGRAPHY = within('@noble/|@scure/|bitcoin-address-validation/')
/** A megabyte of WebAssembly, for servers. */
const NATIVE_CURVE = within('tiny-secp256k1/')
const CURVE = within('@noble/secp256k1/|tiny-secp256k1/')
const TRANSLATIONS = 'react/dist/languages/(?!(?:use|load)-language)'
const RAMP = within('react/dist/ramp-(?:widget|flow)/')
const PAY = within('react/dist/pay-(?:to-lightning-address|flow)/')

export const isTranslation = (id: string) => within(TRANSLATIONS).test(id)

const REACT = ['react', 'react-dom']
const WITH_QUERY = [...REACT, '@tanstack/react-query']

/** All of an entry of a package, such as `core/money`. */
const entry = (name: string, never: RegExp, budget?: number): Row => ({
  name,
  budget,
  never,
  from: { [`@leyden/${name}`]: '*' },
})

const path = (file: string) => fileURLToPath(new URL(`../../../../packages/${file}`, import.meta.url))
const LANGUAGES = readdirSync(path('react/src/languages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const embed = (name: string) => path(`embed/dist/${name}.js`)
const styles = (own: string) =>
  ['theme/tokens', 'card/card', 'card/controls', own].map((name) => path(`react/src/${name}.css`))

/** A widget of `@leyden/react`. */
const widget = {
  // The curve checks signatures, which is the BFF's task; English is built in.
  never: within(`@noble/secp256k1/|tiny-secp256k1/|${TRANSLATIONS}`),
  everyBundler: true,
}
const payWidget = {
  ...widget,
  from: { '@leyden/react/pay': ['LeydenProvider', 'PayToLightningAddress'] },
  styles: styles('pay-to-lightning-address/pay'),
  neverAtAll: RAMP,
}

export const ROWS: readonly Row[] = [
  { name: 'core: createClient alone', from: { '@leyden/core': ['createClient'] }, never: CRYPTOGRAPHY },
  entry('core', CRYPTOGRAPHY, 3.5),
  ...['money', 'status', 'webhook'].map((name) => entry(`core/${name}`, CRYPTOGRAPHY)),
  {
    // The provider for a callback's answer checks the invoice's signature.
    name: 'lightning, all but `invoice-signature`',
    from: { '@leyden/lightning': Object.keys(lightning).filter((name) => name !== 'parseCallbackResponse') },
    never: CURVE,
    budget: 16,
  },
  entry('lightning/address', CRYPTOGRAPHY),
  entry('lightning/pay-request', NATIVE_CURVE),
  entry('lightning/invoice', CURVE),
  entry('lightning/invoice-signature', NATIVE_CURVE),
  entry('lightning/bitcoin-address', CURVE),
  {
    ...widget,
    name: 'react: ramp, first paint, where the app has react and react-query',
    from: { '@leyden/react/ramp': ['RampWidget'] },
    without: [...WITH_QUERY, '@leyden/core'],
    styles: styles('ramp-widget/ramp'),
    neverAtAll: PAY,
    budget: 9,
  },
  {
    ...payWidget,
    name: 'react: pay, where the app has react and react-query',
    without: WITH_QUERY,
    budget: 48,
  },
  { ...payWidget, name: 'react: pay, all but react', without: REACT, budget: 57 },
  ...LANGUAGES.map((code) => ({
    name: `react: both widgets, ${code}`,
    from: {
      [`@leyden/react/languages/${code}`]: '*' as const,
      [`@leyden/react/languages/ramp-${code}`]: '*' as const,
    },
    budget: 4,
  })),
  {
    name: 'embed: the script in the head',
    files: [embed('leyden')],
    later: ['leyden-widget', 'leyden-ramp', 'leyden-doctor'].map(embed),
    budget: 14.5,
  },
  { name: 'embed: the pay widget', files: [embed('leyden-widget')], budget: 80 },
  { name: 'embed: the ramp widget beside it', files: [embed('leyden-ramp')], budget: 20 },
  { name: 'embed: everything in one file', files: [embed('leyden.full')], budget: 130 },
  ...LANGUAGES.map((code) => ({
    name: `embed: both widgets, ${code}`,
    files: [embed(`leyden-${code.slice(0, 2)}`)],
    budget: 5,
  })),
]
