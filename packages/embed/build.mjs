// Builds the script, the ES module and the Phaser plugin into dist/, with their types and integrity hashes. Script and
// module load further files with the widgets, the languages and the checks; leyden.full.js has everything in one file.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageFiles } from '@leyden/react/languages'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { minify } from 'terser'
import { build } from 'vite'
import { preactAlias } from './preact-alias.mjs'

const here = import.meta.dirname
const out = join(here, 'dist')
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

/** Placeholders, as long as what replaces them, so that no offset changes. */
const BUILD = 'b'.repeat(16)
const INTEGRITY_OF = (name) => `sha384-${name.padEnd(64, '_')}`

/** The further files: of both widgets, of the checks, and of each language. */
const PARTS = ['widget', 'ramp', 'doctor', ...Object.keys(languageFiles)].map((name) => `leyden-${name}`)
/** The bundler's own helpers: a separate file for modules, and in the first file for scripts. */
const RUNTIME = 'leyden-runtime'
/** A module of a language, such as `languages/pt-BR/pay.js`, with the name of its file. */
const LANGUAGE = /[\\/]languages[\\/](\w+)[\w-]*[\\/]\w+\.js$/
/**
 * Assigns modules to files: the first file has what the entry imports at once, then come the files of two parts, and
 * the ramp's file has the rest. The bundler makes a file of each language, which shares no code.
 */
const GROUPS = [
  { name: 'first', tags: ['$initial'], priority: 2 },
  { name: 'leyden-widget', test: /widget-part\.ts$/, priority: 1 },
  { name: 'leyden-doctor', test: /doctor-part\.ts$/, priority: 1 },
  { name: 'leyden-ramp', test: (id) => !LANGUAGE.test(id) },
]

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
// Files of an earlier build would otherwise be packed and served.
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

/** React's types are used by options that the embed does not accept, so its users need not install them. */
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

/**
 * The code by file name: the first file has everything that the entry needs at once, further files what it imports
 * later.
 */
async function bundle({ entry, format, first, parts }) {
  const [, extension] = /(\.\w+)$/.exec(first)
  const files = parts.map((part) => part + extension)
  const [{ output }] = await build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: preactAlias },
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
        output: {
          codeSplitting: { groups: GROUPS },
          chunkFileNames: ({ name, facadeModuleId }) => {
            const [, language] = LANGUAGE.exec(facadeModuleId ?? '') ?? []
            return (language ? `leyden-${language}` : name.replace(/^rolldown/, 'leyden')) + extension
          },
        },
        // A bundle for pages needs no 'use client'. Shared code is in the first file on purpose.
        onwarn: ({ code, ...warning }, warn) =>
          ['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT'].includes(code) ||
          warn({ code, ...warning }),
      },
      lib: { entry: join(here, entry), formats: [format], fileName: () => first },
    },
  })
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

/**
 * Turns CommonJS modules into scripts without global names: each registers itself with the first script by an event.
 */
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

/** Minifies again after the bundler, which saves a kilobyte with brotli. */
async function minified(code) {
  const { code: small } = await minify(code, {
    ecma: 2020,
    compress: { passes: 3 },
    mangle: true,
    format: { ecma: 2020 },
  })
  return `${small}\n`
}

function integrityOf(code) {
  return `sha384-${createHash('sha384').update(code).digest('base64')}`
}
