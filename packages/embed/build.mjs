// Builds the script (IIFE), the ES module and the Phaser plugin into dist/, and their integrity hashes beside them.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { preactAlias } from './preact-alias.mjs'

const here = import.meta.dirname
const out = join(here, 'dist')
const { version } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

const bundles = [
  { entry: 'src/browser.ts', format: 'iife', file: 'leyden.js' },
  { entry: 'src/index.ts', format: 'es', file: 'leyden.mjs' },
  { entry: 'src/phaser/leyden-plugin.ts', format: 'es', file: 'phaser.mjs' },
]

for (const { entry, format, file } of bundles) {
  await build({
    root: here,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: preactAlias },
    define: {
      'process.env.NODE_ENV': '"production"',
      LEYDEN_VERSION: JSON.stringify(version),
    },
    build: {
      outDir: out,
      emptyOutDir: false,
      copyPublicDir: false,
      target: ['safari16.4', 'chrome111', 'firefox115'],
      cssMinify: true,
      minify: true,
      rolldownOptions: {
        output: { codeSplitting: false },
        // 'use client' says nothing in a bundle without a server, and one file has no chunks to load later.
        onwarn: ({ code, ...warning }, warn) =>
          ['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT'].includes(code) ||
          warn({ code, ...warning }),
      },
      lib: { entry: join(here, entry), formats: [format], name: 'LeydenScript', fileName: () => file },
    },
  })
}

const files = Object.fromEntries(
  bundles.map(({ file }) => {
    const bytes = readFileSync(join(out, file))
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
    return [file, { integrity, bytes: bytes.length }]
  }),
)
writeFileSync(join(out, 'integrity.json'), `${JSON.stringify({ version, files }, null, 2)}\n`)
