// Builds the script, the ES module, the Phaser plugin and the hooks of other engines into dist/, with their types and
// integrity hashes. Script and module load further files with the widgets, the languages and the checks; leyden.full.js
// has everything in one file.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { build } from 'vite'
import { preactAlias } from './preact-alias.mjs'

const here = import.meta.dirname
const out = join(here, 'dist')
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

/** A module of a language, such as `languages/pt-BR/pay.js`, with the name of its file. */
const LANGUAGE = /[\\/]languages[\\/](\w+)[\w-]*[\\/]\w+\.js$/
/**
 * Assigns modules to files: the first file has what the entry imports at once, then come the files of three parts, and
 * the ramp's file has the rest. What payments and the ramp share is in the file of the payment, and the sandbox in the page
 * is in a file that only a page with play money loads. The bundler makes a file of each language, which shares no code.
 */
const GROUPS = [
  { name: 'first', tags: ['$initial'], priority: 2 },
  { name: 'leyden-widget', test: /widget-part\.ts$/, priority: 1 },
  { name: 'leyden-payment', test: /[\\/]loading[\\/]payment\.js$/, priority: 1 },
  { name: 'leyden-sandbox', test: /[\\/]react[\\/]dist[\\/]sandbox[\\/]/, priority: 1 },
  { name: 'leyden-doctor', test: /doctor-part\.ts$|(?:unknown-name|developer-line)\.js$/, priority: 1 },
  { name: 'leyden-ramp', test: (id) => !LANGUAGE.test(id) },
]

/**
 * At the start of a file, it makes Chromium compile all functions in the background while the file is loaded, and not one
 * by one in the page's main thread when they are called. https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

const scripts = scriptFiles(await bundle('src/browser.ts', 'cjs', 'leyden.js'))
const built = {
  ...scripts,
  // Pages have it inline, where nothing is compiled in the background, and need only a part of it.
  'leyden.full.js': Object.keys(scripts)
    .filter((name) => name !== 'leyden-sandbox.js')
    .map((name) => scripts[name].replace(COMPILE_HINT, ''))
    .join(''),
  ...codeOf(await bundle('src/index.ts', 'es', 'leyden.mjs')),
  ...codeOf(await bundle('src/phaser.ts', 'es', 'phaser.mjs')),
  ...codeOf(await bundle('src/engines.ts', 'es', 'engines.mjs')),
}
const files = Object.entries(built).map(([name, code]) => [
  name,
  { integrity: integrityOf(code), bytes: Buffer.byteLength(code) },
])
// A page for a first look, which needs no server: its scripts are inside.
built['play.html'] = readFileSync(join(here, 'play.html'), 'utf8').replaceAll(
  /<script src="dist\/(.+)"><\/script>/g,
  (_, name) => `<script>${built[name].replaceAll('</script', '<\\/script')}</script>`,
)
built['integrity.json'] = `${JSON.stringify({ version, files: Object.fromEntries(files) }, null, 2)}\n`
replaceFiles(out, built)
// The Godot addon and the Unity package have to be self-contained, because they are copied into games, without this
// package. Their export and build steps put the scripts beside the exported page.
for (const folder of ['engines/godot/addons/leyden/web', 'engines/unity/Web~'])
  replaceFiles(join(here, folder), scripts)

/** Writes files into a folder. Those of an earlier build would otherwise be packed and served. */
function replaceFiles(folder, contents) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder).filter((name) => /^leyden.*\.m?js$/.test(name)))
    rmSync(join(folder, name))
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content)
}

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
    input: ['index', 'phaser', 'engines'].map((entry) => `dist/types/${entry}.d.ts`),
    plugins: [withoutReact, dts({ dtsInput: true, tsconfig: false, resolve: [/^@leyden\//] })],
    // Each widget adds its events to a type of the provider, which the embed does not have.
    onLog: (level, log, print) => /declare module/.test(log.message) || print(level, log),
  })
  await bundled.write({
    dir: out,
    format: 'es',
    chunkFileNames: '[name].d.ts',
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
  })
  // The scripts export nothing; their types have `window.Leyden` and the elements.
  for (const name of ['leyden', 'leyden.full'])
    writeFileSync(join(out, `${name}.d.ts`), "export type * from './index.js'\n")
}

/**
 * The bundler's helper for the exports of a file reads inherited names too, and fails if a page has added one to
 * `Object.prototype`, as old frameworks do.
 */
function readOwnNames(code, id) {
  if (id !== '\0rolldown/runtime.js') return
  const changed = code.replace('for (var name in all)', 'for (var name of Object.keys(all))')
  if (changed === code) throw new Error('The bundler has another helper: see readOwnNames.')
  return changed
}

/**
 * The bundler's output by file name: the first file has everything that the entry needs at once, further files what it
 * imports later.
 */
async function bundle(entry, format, first) {
  const [extension] = /\.\w+$/.exec(first)
  const [{ output }] = await build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: preactAlias },
    plugins: [{ name: 'own-names', transform: readOwnNames }],
    define: { 'process.env.NODE_ENV': '"production"', LEYDEN_VERSION: JSON.stringify(version) },
    build: {
      write: false,
      target: ['safari16.4', 'chrome111', 'firefox115'],
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
  return Object.fromEntries(output.map((file) => [file.fileName, file]))
}

function codeOf(output) {
  return Object.fromEntries(Object.entries(output).map(([name, { code }]) => [name, code]))
}

/**
 * Turns CommonJS modules into scripts without global names: each registers itself with the first script by an event.
 * The bundler's own helpers are in the first script.
 */
function scriptFiles({ 'leyden.js': first, 'leyden-runtime.js': runtime, ...parts }) {
  const build = createHash('sha384')
    .update(JSON.stringify(codeOf({ first, runtime, ...parts })))
    .digest('hex')
    .slice(0, 16)
  const made = Object.entries(parts).map(([name, { code, imports }]) => {
    const needs = JSON.stringify(imports.filter((file) => Object.hasOwn(parts, file)))
    const hint = GROUPS.some((group) => name === `${group.name}.js`) ? COMPILE_HINT : ''
    return [
      name,
      `${hint}document.dispatchEvent(new CustomEvent("leyden-part",{detail:{name:"${name}",build:"${build}",needs:${needs},run(require){"use strict";const exports={};${code};return exports}}}));\n`,
    ]
  })
  const integrity = Object.fromEntries(made.map(([name, code]) => [name, integrityOf(code)]))
  return {
    'leyden.js': `${COMPILE_HINT}(()=>{"use strict";const LEYDEN_PARTS=${JSON.stringify({ build, integrity })},exports={},leydenFiles={"leyden.js":exports,"leyden-runtime.js":((exports)=>{${runtime.code};return exports})({})},leydenImport=(url)=>import(url),require=(path)=>leydenFiles[path.slice(2)]??exports.load(path.slice(2));${first.code}})();\n`,
    ...Object.fromEntries(made),
  }
}

function integrityOf(code) {
  return `sha384-${createHash('sha384').update(code).digest('base64')}`
}
