import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as lightning from '@leyden/lightning'

type Recorded = readonly [kB: number, because: string]

/** A row of the table: the size that a part of Leyden adds to a page. */
export interface Row {
  name: string
  /**
   * The size in kB (1,000 bytes), compressed with brotli, that a commit has recorded, and why it is worth it. A row that
   * grows by more than 3 % fails `npm test`. It is there so that somebody looks, and decides nothing else.
   */
  recorded: Recorded
  /** The imports of a page, to be bundled: names by module, or `*` for all. */
  from?: Readonly<Record<string, '*' | readonly string[]>> | undefined
  /** Packages that the page has in any case. They are not counted. */
  without?: readonly string[] | undefined
  /** The style sheets of the page. */
  styles?: readonly string[] | undefined
  /** A built file that a page loads, in place of `from`. */
  file?: string | undefined
  /** Modules that the page loads later. The sizes of their files count too. */
  later?: RegExp | undefined
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
const entry = (name: string, never: RegExp, recorded: Recorded): Row => ({
  name,
  recorded,
  never,
  from: { [`@leyden/${name}`]: '*' },
})

/** Readers of `@leyden/lightning`, all of which are exports of its root. */
const readers = (name: string, names: readonly string[], never: RegExp, recorded: Recorded): Row => ({
  name: `lightning: ${name}`,
  recorded,
  never,
  from: { '@leyden/lightning': names },
})
const CHECKS_SIGNATURES = [
  'checkSignedInvoice',
  'decodeSignedInvoice',
  'parseCallbackResponse',
  'verifyInvoiceSignature',
]

const path = (file: string) => fileURLToPath(new URL(`../../../../packages/${file}`, import.meta.url))
const LANGUAGES = readdirSync(path('react/src/languages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const embed = (name: string, file: string, recorded: Recorded): Row => ({
  name: `embed: ${name}`,
  recorded,
  file: path(`embed/dist/${file}.js`),
})
const styles = (own: string) =>
  ['foundation/theme/tokens', 'foundation/card/card', 'foundation/card/controls', own].map((name) =>
    path(`react/src/${name}.css`),
  )

/** A widget of `@leyden/react`. */
const widget = {
  // The curve checks signatures, which is the BFF's task; English is built in.
  // What only developers need is loaded after their mistake.
  never:
    /@noble\/secp256k1\/|tiny-secp256k1\/|react\/dist\/languages\/(?!(?:use|load)-language)|options\/unknown-name|errors\/developer-line/u,
  everyBundler: true,
}
const payWidget = {
  ...widget,
  from: { '@leyden/react/pay': ['LeydenProvider', 'PayToLightningAddress'] },
  styles: styles('pay/parts/pay'),
  neverAtAll: /react\/dist\/ramp\//u,
}
const payForm = {
  ...payWidget,
  never: new RegExp(`${widget.never.source}|@noble/|qrcode\\.react|react/dist/pay/(?:engine|ledger)/`, 'u'),
}
const rampWidget = {
  ...widget,
  from: { '@leyden/react/ramp': ['RampWidget'] },
  styles: styles('ramp/parts/ramp'),
  neverAtAll: /react\/dist\/pay\//u,
}

/** The sizes of each language: the messages of both widgets, and the file of the embed. */
const LANGUAGE_SIZES: Readonly<Record<string, readonly [react: number, embed: number]>> = {
  ar: [5.38, 5.5],
  de: [5.46, 5.57],
  es: [4.96, 5.07],
  ja: [5.44, 5.55],
  'pt-BR': [4.98, 5.09],
}
const EACH_LANGUAGE = 'every message of both widgets'

/** The file of the payment, which is loaded after that of the form. */
const UNTIL_PAID = /react\/dist\/pay\/flow\/pay-flow\.js/u

export const ROWS: readonly Row[] = [
  {
    name: 'core: createClient alone',
    from: { '@leyden/core': ['createClient'] },
    never: CRYPTOGRAPHY,
    recorded: [5.17, 'the client with its watch, which asks only then who is signed in'],
  },
  entry('core', CRYPTOGRAPHY, [5.21, 'the client with its watch, which asks only then who is signed in']),
  entry('core/money', CRYPTOGRAPHY, [0.96, 'separators of Arabic and of full-width digits']),
  entry('core/status', CRYPTOGRAPHY, [0.24, 'the rules of a status']),
  entry('core/webhook', CRYPTOGRAPHY, [
    2.02,
    'both forms of each event, and what it says about its own amount and status',
  ]),
  readers(
    'all that need no curve',
    Object.keys(lightning).filter((name) => !CHECKS_SIGNATURES.includes(name)),
    CURVE,
    [13.42, 'every reader without the curve'],
  ),
  // The checksum of bech32 tells a BOLT 12 offer or a key from an address.
  readers('addresses', ['parseLightningAddress', 'readPastedText'], CURVE, [3.93, 'the checksum of bech32']),
  readers('LNURL-pay, with the callback', ['readRecipient', 'parseCallbackResponse'], NATIVE_CURVE, [
    14.26,
    'the signature of an invoice; without the readers that a page leaves out',
  ]),
  readers('invoices', ['checkInvoice', 'checkPreimage'], CURVE, [6.15, 'every field of an invoice']),
  readers('invoices and their signature', ['checkSignedInvoice'], NATIVE_CURVE, [10.32, 'the curve']),
  readers('on-chain addresses', ['parseRampDestination'], CURVE, [6.76, 'the checksums of addresses']),
  {
    ...rampWidget,
    name: 'react: ramp, first paint, where the app has react and react-query',
    without: [...WITH_QUERY, '@leyden/core'],
    recorded: [
      14.47,
      'the offer, with icons, the check of each option, fields for input methods, and what is shown when a file or the widget itself fails',
    ],
  },
  {
    ...rampWidget,
    name: 'react: ramp, first paint, all but react',
    without: REACT,
    recorded: [21.93, 'TanStack Query, which the provider needs; the check of each option'],
  },
  {
    ...payForm,
    name: 'react: pay, the form, where the app has react and react-query',
    without: WITH_QUERY,
    recorded: [
      50.83,
      'the form, with the check of each option, icons, motion, what is kept apart per person, and the way to play money',
    ],
  },
  {
    ...payForm,
    name: 'react: pay, the form, all but react',
    without: REACT,
    recorded: [
      59.53,
      'the form, with the check of each option, icons, motion, what is kept apart per person, and the way to play money',
    ],
  },
  // What a page has not used of the root is not loaded.
  {
    ...payForm,
    name: 'react: pay, the form, from the root',
    from: { '@leyden/react': ['LeydenProvider', 'PayToLightningAddress'] },
    without: WITH_QUERY,
    recorded: [50.83, 'the same as from its own entry'],
    everyBundler: false,
  },
  {
    ...rampWidget,
    name: 'react: ramp, first paint, from the root',
    from: { '@leyden/react': ['RampWidget'] },
    without: [...WITH_QUERY, '@leyden/core'],
    recorded: [14.44, 'the same as from its own entry'],
    everyBundler: false,
  },
  {
    ...payWidget,
    name: 'react: pay, until paid, all but react',
    later: UNTIL_PAID,
    without: REACT,
    recorded: [
      92.23,
      'two files, which are compressed apart; the receipt; what is kept apart per person; the way to play money',
    ],
  },
  ...LANGUAGES.map((code) => ({
    name: `react: both widgets, ${code}`,
    from: {
      [`@leyden/react/languages/${code}`]: '*' as const,
      [`@leyden/react/languages/ramp-${code}`]: '*' as const,
    },
    recorded: [LANGUAGE_SIZES[code]?.[0] ?? 0, EACH_LANGUAGE] as const,
  })),
  embed('the script in the head', 'leyden', [
    20.6,
    'the guard with gamepads and closed roots, the elements, and what each option has to be, in words',
  ]),
  embed('the form of the pay widget', 'leyden-widget', [
    62.87,
    'the form, with icons and motion, and what is kept apart per person',
  ]),
  embed('the payment after it', 'leyden-payment', [
    32.7,
    'the payment, loaded later, with the receipt to keep, and every text that the form does not need',
  ]),
  embed('the ramp widget beside both', 'leyden-ramp', [20.18, 'the ramp, loaded later']),
  embed('everything in one file', 'leyden.full', [150.93, 'every file and language']),
  ...LANGUAGES.map((code) =>
    embed(`both widgets, ${code}`, `leyden-${code.slice(0, 2)}`, [
      LANGUAGE_SIZES[code]?.[1] ?? 0,
      EACH_LANGUAGE,
    ]),
  ),
]
