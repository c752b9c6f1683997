// `npm run size`: what a page pays for each entry, bundled, minified and compressed by brotli, against the
// budgets of the design. A row over its budget warns; code that must not be in a bundle ends it with 1.
// `npm run size -- --detail` lists what each row is made of, before minification.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const core = (name) => join(root, `packages/core/dist/${name}.js`)
const lightning = (name) => join(root, `packages/lightning/dist/${name}.js`)
const react = (path) => join(root, 'packages/react', path)
const embed = (path) => join(root, 'packages/embed/dist', path)

const KILOBYTE = 1000
const CRYPTOGRAPHY = /node_modules\/(?:@noble|@scure|bitcoin-address-validation)\//u
const CURVE = /node_modules\/@noble\/secp256k1\//u
const LANGUAGES = /react\/dist\/languages\/(?!(?:use|load)-language)/u
const REACT = /^react(?:-dom)?(?:\/|$)/u
const REACT_QUERY = /^@tanstack\/react-query$/u
const WIDGET_STYLES = ['src/theme/tokens.css', 'src/card/card.css', 'src/card/controls.css']

/**
 * What is measured. `from` maps a built file to the names that a page takes of it, `*` for all; `without` is not
 * counted; `never` must not be in it; `budget` is in kB. A row whose files are not built is left out, save for core and lightning.
 */
const bundles = [
  { name: 'core: createClient alone', from: { [core('index')]: ['createClient'] }, never: CRYPTOGRAPHY },
  { name: 'core', from: { [core('index')]: '*' }, budget: 3.5, never: CRYPTOGRAPHY },
  ...['money', 'status', 'webhook'].map((module) => ({
    name: `core/${module}`,
    from: { [core(module)]: '*' },
    never: CRYPTOGRAPHY,
  })),
  {
    // Reading the answer of a callback checks the invoice's signature.
    name: 'lightning, all but `invoice-signature`',
    from: { [lightning('index')]: await namesBut(lightning('index'), ['parseCallbackResponse']) },
    never: CURVE,
    budget: 16,
  },
  { name: 'lightning/address', from: { [lightning('lightning-address')]: '*' }, never: CRYPTOGRAPHY },
  {
    name: 'lightning/pay-request: parsePayRequest',
    from: { [lightning('pay-request')]: ['parsePayRequest'] },
    never: CURVE,
  },
  { name: 'lightning/pay-request', from: { [lightning('pay-request')]: '*' } },
  { name: 'lightning/invoice', from: { [lightning('invoice')]: '*' }, never: CURVE },
  { name: 'lightning/invoice-signature', from: { [lightning('invoice-signature')]: '*' } },
  { name: 'lightning/bitcoin-address', from: { [lightning('bitcoin-address')]: '*' }, never: CURVE },
  {
    name: 'react: ramp, first paint, where the app has react and react-query',
    from: { [react('dist/index.js')]: ['RampWidget'] },
    styles: [...WIDGET_STYLES, 'src/ramp-widget/ramp.css'].map(react),
    without: [REACT, REACT_QUERY, core('index')],
    never: new RegExp(`${CURVE.source}|${LANGUAGES.source}`, 'u'),
    budget: 9,
  },
  ...[
    {
      name: 'react: pay, where the app has react and react-query',
      without: [REACT, REACT_QUERY],
      budget: 43,
    },
    { name: 'react: pay, all but react', without: [REACT], budget: 52 },
  ].map((row) => ({
    ...row,
    from: { [react('dist/index.js')]: ['LeydenProvider', 'PayToLightningAddress'] },
    styles: [...WIDGET_STYLES, 'src/pay-to-lightning-address/pay.css'].map(react),
    never: new RegExp(`${CURVE.source}|${LANGUAGES.source}`, 'u'),
  })),
  ...['arabic', 'german', 'spanish', 'japanese', 'portuguese'].map((language) => ({
    name: `react: both widgets in ${language}`,
    from: {
      [react(`dist/languages/${language}.js`)]: '*',
      [react(`dist/languages/ramp-${language}.js`)]: '*',
    },
    budget: 4,
  })),
]

/** Files that a page loads as they are built; `later` is loaded only for what a payment does not need. */
const files = [
  {
    name: 'embed: everything for a payment',
    file: embed('leyden.js'),
    later: embed('leyden-more.js'),
    budget: 72,
  },
  ...['ar', 'de', 'es', 'ja', 'pt'].map((language) => ({
    name: `embed: both widgets in ${language}`,
    file: embed(`leyden-${language}.js`),
    budget: 4,
  })),
]

const showsDetail = process.argv.includes('--detail')
const rows = []
for (const bundle of bundles) {
  const inputs = [...Object.keys(bundle.from), ...(bundle.styles ?? [])]
  const isBuilt = inputs.every((file) => existsSync(file))
  if (isBuilt || /^(core|lightning)/.test(bundle.name)) rows.push(await measureBundle(bundle))
}
for (const { name, file, later, budget } of files) {
  if (!existsSync(file)) continue
  const [bytes, laterBytes = 0] = [file, later].filter(Boolean).map((path) => compressed(readFileSync(path)))
  rows.push({ name, bytes, later: laterBytes, budget, modules: [], found: [] })
}
report(rows)

async function measureBundle({ name, from, styles = [], without = [], never, budget }) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [virtualEntry(from, styles)],
    build: {
      write: false,
      minify: true,
      cssCodeSplit: false,
      modulePreload: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'entry',
        external: (id, _, isResolved) => isExternal(id, without, isResolved),
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const chunks = output.filter((file) => file.type === 'chunk')
  const first = initialChunks(chunks)
  const sizeOf = (list) => list.reduce((sum, chunk) => sum + compressed(chunk.code), 0)
  const sheets = output.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  return {
    name,
    bytes: sizeOf(first) + sheets.reduce((sum, sheet) => sum + compressed(sheet.source), 0),
    // What is loaded on demand only, such as the reader of on-chain addresses; languages have rows of their own.
    later: sizeOf(
      chunks.filter((chunk) => !first.includes(chunk) && !chunk.moduleIds.some((id) => LANGUAGES.test(id))),
    ),
    budget,
    modules: first.flatMap((chunk) => Object.entries(chunk.modules)),
    found: never ? first.flatMap((chunk) => chunk.moduleIds).filter((id) => never.test(id)) : [],
  }
}

async function namesBut(file, names) {
  return Object.keys(await import(file)).filter((name) => !names.includes(name))
}

function virtualEntry(from, styles) {
  const code = [
    ...Object.entries(from).map(
      ([file, names]) => `export ${names === '*' ? '*' : `{ ${names} }`} from ${JSON.stringify(file)}`,
    ),
    ...styles.map((file) => `import ${JSON.stringify(file)}`),
  ].join('\n')
  return {
    name: 'leyden-size-entry',
    enforce: 'pre',
    resolveId: (id) => (id === 'entry' ? '\0entry' : undefined),
    load: (id) => {
      if (id === '\0entry') return code
      // Vite's own loader of chunks: another bundler would put none, and a page has its own.
      if (id.includes('vite/preload-helper')) return 'export const __vitePreload = (load) => load()'
    },
  }
}

function isExternal(id, without, isResolved) {
  return without.some((what) =>
    what instanceof RegExp ? what.test(id) : id === what || (!isResolved && id.startsWith(`${what}/`)),
  )
}

function initialChunks(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const seen = new Set()
  const visit = (chunk) => {
    if (!chunk || seen.has(chunk)) return
    seen.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  for (const chunk of chunks) if (chunk.isEntry) visit(chunk)
  return [...seen]
}

function compressed(content) {
  return brotliCompressSync(content).length
}

function report(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const kilobytes = (bytes) => (bytes / KILOBYTE).toFixed(2).padStart(7)
  console.log(`${'brotli, kB'.padEnd(width)}     size  budget  on demand`)
  for (const { name, bytes, later, budget, modules, found } of rows) {
    const limit = budget === undefined ? '      ' : String(budget).padStart(6)
    const fits = budget === undefined || bytes <= budget * KILOBYTE
    const remarks = [
      ...(fits ? [] : ['over budget']),
      ...(found.length > 0 ? [`has what must not be in it: ${found[0]}`] : []),
    ]
    const lazy = later > 0 ? kilobytes(later) : ''
    console.log(
      `${name.padEnd(width)}  ${kilobytes(bytes)}  ${limit}  ${lazy.padEnd(9)} ${remarks.join('; ')}`.trimEnd(),
    )
    if (found.length > 0) process.exitCode = 1
    if (showsDetail) reportModules(modules)
  }
}

function reportModules(modules) {
  const largest = modules
    .map(([id, { renderedLength }]) => ({
      file: id.replace(/.*node_modules\//u, '').replace(`${root}/`, ''),
      renderedLength,
    }))
    .filter(({ renderedLength }) => renderedLength > 0)
    .sort((a, b) => b.renderedLength - a.renderedLength)
  for (const { file, renderedLength } of largest)
    console.log(`${String(renderedLength).padStart(10)}  ${file}`)
}
