import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const dist = pathToFileURL(join(import.meta.dirname, '../dist/')).href

/** The files of the built package that Node loads for an entry, below `dist`. */
function loadedBy(entry: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'leyden-graph-'))
  try {
    // Node writes the URL of each file that it has run.
    execFileSync(process.execPath, ['--input-type=module', '-e', `import '${entry}'`], {
      cwd: import.meta.dirname,
      env: { ...process.env, NODE_V8_COVERAGE: folder },
    })
    const reports = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    const urls = reports.flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result)
    return urls.flatMap(({ url }) => (url.startsWith(dist) ? [url.slice(dist.length)] : []))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const wingsOf = (files: readonly string[]) =>
  [...new Set(files.flatMap((file) => /^([^/]+)\//.exec(file)?.[1] ?? []))].sort()

it.each([
  ['@leyden/bff', 'kernel/create-bff.js', ['kernel', 'providers']],
  ['@leyden/bff/memory', 'stores/memory/memory-store.js', ['kernel', 'stores']],
  ['@leyden/bff/operations', 'operations/operations.js', ['kernel', 'operations']],
  ['@leyden/bff/exchange-rates', 'exchange-rates/rates-from.js', ['exchange-rates', 'kernel']],
  ['@leyden/bff/openapi', 'openapi/openapi.js', ['kernel', 'openapi']],
  ['@leyden/bff/nwc', 'settlement/nwc/nwc.js', ['kernel', 'settlement']],
  ['@leyden/bff/settings', 'settlement/payment-settings.js', ['kernel', 'settlement']],
  ['@leyden/bff/postgres', 'stores/postgres/postgres-store.js', ['kernel', 'stores']],
])('%s loads its own wing and the kernel, and nothing of the others', (entry, file, wings) => {
  const files = loadedBy(entry)
  expect(files).toContain(file)
  expect(wingsOf(files)).toEqual(wings)
})
