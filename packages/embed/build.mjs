// Builds the script, the ES module and the Phaser plugin into dist/, with their types and integrity hashes. Script and
// module have further files for the widgets, the languages and the checks; leyden.full.js is all of them in one.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { minify } from 'terser'
import { build } from 'vite'
import { preactAlias } from './preact-alias.mjs'

const here = import.meta.dirname
const out = join(here, 'dist')
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

/** The React package loads languages by itself. The embed has files of its own for them, and no bundle needs both. */
const ownLanguages = {
  find: /^\.\/load-language\.js$/,
  replacement: join(here, 'src/languages/load-language.ts'),
}

/** Placeholders, as long as what replaces them, so that no offset changes. */
const BUILD = 'b'.repeat(16)
const INTEGRITY_OF = (name) => `sha384-${name.padEnd(64, '_')}`

/** The built file of a file in src/parts: `de-part` becomes `leyden-de`. */
const fileOfPart = (name) =>
  /^\w+-part$/.test(name) ? `leyden-${name.slice(0, -'-part'.length)}` : undefined
const PARTS = readdirSync(join(here, 'src/parts'))
  .map((file) => fileOfPart(file.replace(/\.ts$/, '')))
  .filter((part) => part && part !== 'leyden-script')
/** The file for everything that is imported later and belongs to no other. */
const REST = 'leyden-ramp'
/** The bundler's own helpers, a file of their own beside the modules, and in the first script. */
const RUNTIME = 'leyden-runtime'
/** Parts with a file for all that they import at once, apart from what the first file has. */
const GROUPS = ['leyden-widget', 'leyden-doctor']

const scripts = await scriptFiles(
  await bundle({ entry: 'src/browser.ts', format: 'cjs', first: 'leyden.js', parts: PARTS }),
)
const built = {
  ...scripts,
  'leyden.full.js': Object.values(scripts).join(''),
  ...codeOf(await bundle({ entry: 'src/index.ts', format: 'es', first: 'leyden.mjs', parts: PARTS })),
  ...codeOf(
    await bundle({ entry: 'src/phaser/leyden-plugin.ts', format: 'es', first: 'phaser.mjs', parts: [] }),
  ),
}
// Files of an earlier build would still be packed and served.
for (const name of readdirSync(out))
  if (/^leyden.*\.m?js$/.test(name) && !Object.hasOwn(built, name)) rmSync(join(out, name))
for (const [name, code] of Object.entries(built)) writeFileSync(join(out, name), code)

const files = Object.fromEntries(
  Object.entries(built).map(([name, code]) => [
    name,
    { integrity: integrityOf(code), bytes: Buffer.byteLength(code) },
  ]),
)
writeFileSync(join(out, 'integrity.json'), `${JSON.stringify({ version, files }, null, 2)}\n`)
await import('./copy-scripts.mjs')

/** Types of React stand in options that the embed does not take. Its users need not have them. */
const NO_REACT = join(here, 'no-react.d.ts')
const withoutReact = {
  name: 'without-react',
  resolveId: (id, importer = '') =>
    id === 'react' && !importer.includes('node_modules') ? NO_REACT : undefined,
  load: (id) => (id === NO_REACT ? 'export type ReactNode = unknown' : undefined),
}
await writeTypes()

/** The types of the entries. They include those of @leyden/react and @leyden/core, which users need not install. */
async function writeTypes() {
  const bundled = await rolldown({
    cwd: here,
    input: { index: 'dist/types/index.d.ts', phaser: 'dist/types/phaser/leyden-plugin.d.ts' },
    plugins: [withoutReact, dts({ dtsInput: true, tsconfig: false, resolve: [/^@leyden\//] })],
  })
  await bundled.write({ dir: out, format: 'es', chunkFileNames: 'shared.d.ts' })
  // The scripts export nothing; their types have `window.Leyden` and the elements.
  for (const name of ['leyden', 'leyden.full'])
    writeFileSync(join(out, `${name}.d.ts`), "export type * from './index.js'\n")
}

/** Code by file name: everything that the entry needs at once, and in further files what it imports later. */
async function bundle({ entry, format, first, parts }) {
  const [, extension] = /(\.\w+)$/.exec(first)
  const files = parts.map((part) => part + extension)
  const load = (codeSplitting, names) =>
    build({
      root: here,
      configFile: false,
      logLevel: 'warn',
      resolve: { alias: [...preactAlias, ownLanguages] },
      define: {
        'process.env.NODE_ENV': '"production"',
        LEYDEN_VERSION: JSON.stringify(version),
        LEYDEN_PARTS: JSON.stringify({
          build: BUILD,
          integrity: Object.fromEntries(files.map((name) => [name, INTEGRITY_OF(name)])),
        }),
      },
      build: {
        write: false,
        outDir: out,
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        target: ['safari16.4', 'chrome111', 'firefox115'],
        cssMinify: true,
        minify: true,
        rolldownOptions: {
          preserveEntrySignatures: 'allow-extension',
          output: { codeSplitting, ...names },
          // A bundle for pages needs no 'use client'. What several files need is in the first one on purpose.
          onwarn: ({ code, ...warning }, warn) =>
            ['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT'].includes(code) ||
            warn({ code, ...warning }),
        },
        lib: { entry: join(here, entry), formats: [format], fileName: () => first },
      },
    }).then(([{ output }]) => output)

  // Two passes: the first finds out what is imported later, the second puts that into the files that we want.
  const chunks = await load(true)
  const now = modulesAtOnce(chunks, first)
  const alone = modulesOfLanguages(chunks)
  const groups = GROUPS.flatMap((name) => {
    const chunk = chunks.find((one) => fileOfPart(one.name) === name)
    return chunk ? [[name, modulesAtOnce(chunks, chunk.fileName)]] : []
  })
  const fileOf = (id) =>
    now.has(id)
      ? 'first'
      : alone.has(id)
        ? undefined
        : (groups.find(([, modules]) => modules.has(id))?.[0] ?? REST)
  const output = await load(
    {
      includeDependenciesRecursively: false,
      groups: [{ name: fileOf, debugName: 'files' }],
    },
    {
      chunkFileNames: ({ name }) => `${fileOfPart(name) ?? name.replace(/^rolldown/, 'leyden')}${extension}`,
    },
  )
  const names = output
    .map(({ fileName }) => fileName)
    .filter((name) => name !== RUNTIME + extension)
    .sort()
  const wanted = [first, ...files].sort()
  if (names.join() !== wanted.join()) throw new Error(`${entry} makes ${names} in place of ${wanted}.`)
  return Object.fromEntries(output.map(({ fileName, code, imports }) => [fileName, { code, imports }]))
}

function codeOf(files) {
  return Object.fromEntries(Object.entries(files).map(([name, { code }]) => [name, code]))
}

/** CommonJS modules as scripts without global names: each registers itself at the first with an event. */
async function scriptFiles({ 'leyden.js': first, [`${RUNTIME}.js`]: runtime, ...parts }) {
  const main = await minified(
    `(()=>{"use strict";const exports={},leydenFiles={"leyden.js":exports,"${RUNTIME}.js":((exports)=>{${runtime.code};return exports})({})},leydenImport=(url)=>import(url),require=(path)=>leydenFiles[path.slice(2)]??exports.load(path.slice(2));${first.code}})();`,
  )
  const build = createHash('sha384')
    .update(JSON.stringify([main, parts]))
    .digest('hex')
    .slice(0, BUILD.length)
  const made = {}
  let whole = main.replaceAll(BUILD, build)
  for (const [name, { code, imports }] of Object.entries(parts)) {
    const needs = JSON.stringify(imports.filter((file) => Object.hasOwn(parts, file)))
    made[name] = await minified(
      `document.dispatchEvent(new CustomEvent("leyden-part",{detail:{name:"${name}",build:"${build}",needs:${needs},run(require){"use strict";const exports={};${code};return exports}}}));`,
    )
    whole = whole.replaceAll(INTEGRITY_OF(name), integrityOf(made[name]))
  }
  return { 'leyden.js': whole, ...made }
}

/** Minifies once more after the bundler, which saves a kilobyte with brotli. */
async function minified(code) {
  const { code: small } = await minify(code, {
    ecma: 2020,
    compress: { passes: 3 },
    mangle: true,
    format: { ecma: 2020 },
  })
  return `${small}\n`
}

/** The modules of the first file and of all that it imports at once. */
function modulesAtOnce(chunks, first) {
  const names = new Set([first])
  for (const name of names)
    for (const more of chunks.find(({ fileName }) => fileName === name).imports) names.add(more)
  return new Set(
    chunks.filter(({ fileName }) => names.has(fileName)).flatMap(({ modules }) => Object.keys(modules)),
  )
}

/** The modules of the languages: the bundler makes a file of each, which shares nothing. */
function modulesOfLanguages(chunks) {
  const others = [REST, ...GROUPS]
  const languages = chunks.filter(({ name }) => fileOfPart(name) && !others.includes(fileOfPart(name)))
  return new Set(languages.flatMap(({ modules }) => Object.keys(modules)))
}

function integrityOf(code) {
  return `sha384-${createHash('sha384').update(code).digest('base64')}`
}
