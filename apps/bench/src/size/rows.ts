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
  /** A built file that a page loads, in place of `from`. */
  file?: string | undefined
  /** Modules that the page must not load at once. */
  never?: RegExp | undefined
  /** Modules that must not be in the bundle, not even on demand. */
  neverAtAll?: RegExp | undefined
  /** Whether it is measured with the other bundlers too. */
  everyBundler?: boolean | undefined
}

// Bundlers name a module by its path, or by the package that exports it.
const CRYPTOGRAPHY = /@noble\/|@scure\/|bitcoin-address-validation\//u
/** A megabyte of WebAssembly, for servers. */
const NATIVE_CURVE = /tiny-secp256k1\//u
const CURVE = /@noble\/secp256k1\/|tiny-secp256k1\//u

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
const embed = (name: string, file: string, budget: number): Row => ({
  name: `embed: ${name}`,
  budget,
  file: path(`embed/dist/${file}.js`),
})
const styles = (own: string) =>
  ['foundation/theme/tokens', 'foundation/card/card', 'foundation/card/controls', own].map((name) =>
    path(`react/src/${name}.css`),
  )

/** A widget of `@leyden/react`. */
const widget = {
  // The curve checks signatures, which is the BFF's task; English is built in.
  never: /@noble\/secp256k1\/|tiny-secp256k1\/|react\/dist\/languages\/(?!(?:use|load)-language)/u,
  everyBundler: true,
}
const payWidget = {
  ...widget,
  from: { '@leyden/react/pay': ['LeydenProvider', 'PayToLightningAddress'] },
  styles: styles('pay/parts/pay'),
  neverAtAll: /react\/dist\/ramp\//u,
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
  // The checksum of bech32 tells a BOLT 12 offer or a key from an address.
  entry('lightning/address', CURVE),
  entry('lightning/pay-request', NATIVE_CURVE),
  entry('lightning/invoice', CURVE),
  entry('lightning/invoice-signature', NATIVE_CURVE),
  entry('lightning/bitcoin-address', CURVE),
  {
    ...widget,
    name: 'react: ramp, first paint, where the app has react and react-query',
    from: { '@leyden/react/ramp': ['RampWidget'] },
    without: [...WITH_QUERY, '@leyden/core'],
    styles: styles('ramp/parts/ramp'),
    neverAtAll: /react\/dist\/pay\//u,
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
  embed('the script in the head', 'leyden', 14.5),
  embed('the pay widget', 'leyden-widget', 80),
  embed('the ramp widget beside it', 'leyden-ramp', 20),
  embed('everything in one file', 'leyden.full', 130),
  ...LANGUAGES.map((code) => embed(`both widgets, ${code}`, `leyden-${code.slice(0, 2)}`, 5)),
]
