// Builds the script, the ES module, each with a second file for what a payment does not need, and the Phaser plugin into
// dist/, and their integrity hashes beside them.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from 'terser'
import { build } from 'vite'
import { preactAlias } from './preact-alias.mjs'

const here = import.meta.dirname
const out = join(here, 'dist')
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

/** As long as what is put in their place: nothing moves. */
const BUILD = 'b'.repeat(16)
const INTEGRITY = `sha384-${'i'.repeat(64)}`

const built = {
  ...(await scriptFiles(
    await bundle({ entry: 'src/browser.ts', format: 'cjs', first: 'leyden.js', second: 'leyden-more.js' }),
  )),
  ...(await bundle({ entry: 'src/index.ts', format: 'es', first: 'leyden.mjs', second: 'leyden-more.mjs' })),
  ...(await bundle({ entry: 'src/phaser/leyden-plugin.ts', format: 'es', first: 'phaser.mjs' })),
}
for (const [name, code] of Object.entries(built)) writeFileSync(join(out, name), code)

const files = Object.fromEntries(
  Object.entries(built).map(([name, code]) => [
    name,
    { integrity: integrityOf(code), bytes: Buffer.byteLength(code) },
  ]),
)
writeFileSync(join(out, 'integrity.json'), `${JSON.stringify({ version, files }, null, 2)}\n`)

/** Code by file name: all that the entry needs at once, and in the second file all that it imports later. */
async function bundle({ entry, format, first, second }) {
  const load = (codeSplitting, names) =>
    build({
      root: here,
      configFile: false,
      logLevel: 'warn',
      resolve: { alias: preactAlias },
      define: {
        'process.env.NODE_ENV': '"production"',
        LEYDEN_VERSION: JSON.stringify(version),
        LEYDEN_PART: JSON.stringify({ name: second, build: BUILD, integrity: INTEGRITY }),
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
          // 'use client' says nothing in a bundle without a server; what both files need is in the first.
          onwarn: ({ code, ...warning }, warn) =>
            ['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT'].includes(code) ||
            warn({ code, ...warning }),
        },
        lib: { entry: join(here, entry), formats: [format], fileName: () => first },
      },
    }).then(([{ output }]) => output)

  // Twice, because only the bundler knows what is imported later: it makes more files of it than are wanted.
  const now = modulesAtOnce(await load(true), first)
  const [, name, extension] = /^(.+)(\.\w+)$/.exec(second ?? first)
  const output = await load(
    {
      includeDependenciesRecursively: false,
      groups: [{ name: (id) => (now.has(id) ? 'first' : name), debugName: 'two files' }],
    },
    { chunkFileNames: `[name]${extension}` },
  )
  const names = output.map(({ fileName }) => fileName).join()
  const wanted = [first, second].filter(Boolean).join()
  if (names !== wanted) throw new Error(`${entry} makes ${names} in place of ${wanted}.`)
  return Object.fromEntries(output.map(({ fileName, code }) => [fileName, code]))
}

/** Two modules of Node's kind as two scripts without global names: the second is handed to the first by an event. */
async function scriptFiles({ 'leyden.js': first, 'leyden-more.js': second }) {
  const main = await minified(
    `(()=>{"use strict";const exports={},leydenImport=(url)=>import(url),require=()=>exports.loadPart(exports);${first}})();`,
  )
  const build = createHash('sha384').update(main).digest('hex').slice(0, BUILD.length)
  const part = await minified(
    `document.dispatchEvent(new CustomEvent("leyden-part",{detail:{build:"${build}",run(shared){"use strict";const exports={},require=()=>shared;${second};return exports}}}));`,
  )
  return {
    'leyden.js': main.replaceAll(BUILD, build).replaceAll(INTEGRITY, integrityOf(part)),
    'leyden-more.js': part,
  }
}

/** A second minifier after the bundler's own: a kilobyte less on the wire. */
async function minified(code) {
  const { code: small } = await minify(code, {
    ecma: 2020,
    compress: { passes: 3 },
    mangle: true,
    format: { ecma: 2020 },
  })
  return `${small}\n`
}

/** Modules of the first file and of those that it cannot do without. */
function modulesAtOnce(chunks, first) {
  const names = new Set([first])
  for (const name of names)
    for (const more of chunks.find(({ fileName }) => fileName === name).imports) names.add(more)
  return new Set(
    chunks.filter(({ fileName }) => names.has(fileName)).flatMap(({ modules }) => Object.keys(modules)),
  )
}

function integrityOf(code) {
  return `sha384-${createHash('sha384').update(code).digest('base64')}`
}
