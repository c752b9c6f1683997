import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
const [path = '', others = ''] = read('../../../docs/trust-path.md').split('## Other files')

const namesIn = (text: string) => [...text.matchAll(/`([\w./-]+\.ts)`/gu)].map(([, name = '']) => name)
/** The cells of the tables: files in the first column, and tests in the last. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (`.*?) \|.*?\|? ?([^|]*) \|$/gmu)].map(([, first = '', last = '']) => ({
    files: namesIn(first),
    tests: namesIn(last),
  }))
const trusted = rowsOf(path).map(({ files: [file = ''], tests }) => ({ file, tests }))
const harmless = rowsOf(others).flatMap(({ files }) => files)
const listed = [...trusted.map(({ file }) => file), ...harmless]

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(?<!\.test|\.test-d)\.ts$/u.test(file) && !/test-support|durability|^testing/u.test(file),
)
/** What a file imports or calls that sends a request, has a route, or writes into the store. */
const ACTS = [
  /\/upstream\.js'|'undici'|WebSocket|\bfetch\(/u,
  /\/route\.js'/u,
  /\/change\.js'|\bstore\.(?:commit|claim|renew|finish|redeliver|take|prune)\b|\): Store \{/u,
]
const acts = (file: string) => ACTS.some((act) => act.test(read(file)))

const linesIn = (files: readonly string[]) =>
  files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => !/^\s*(?:$|\/\/|\/\*|\*)/u.test(line)),
  ).length

it('is read in a day', () => {
  expect(trusted.length).toBeGreaterThan(25)
  expect(linesIn(trusted.map(({ file }) => file))).toBeLessThan(3_000)
})

it('is a part of the BFF, whose parts have about the lines that the architecture names', async () => {
  const file = join(import.meta.dirname, '../../../docs/architecture.md')
  const parts: string[] = []
  const [before = '', table = '', after = ''] = readFileSync(file, 'utf8').split(
    /(?<=<!-- lines of the BFF -->)|(?=<!-- end of lines)/u,
  )
  const counted = table.replace(/^\| (`.*?) \| (\d+) \|/gmu, (row, names: string, named: string) => {
    const folders = [...names.matchAll(/`([\w/-]+)`/gu)].map(([, folder = '']) => folder)
    const isOf = (source: string) =>
      names.endsWith(' itself')
        ? dirname(source) === folders[0]
        : folders.some((folder) => source.startsWith(`${folder}/`))
    const own = sources.filter(isOf)
    parts.push(...own)
    const lines = Math.round(linesIn(own) / 10) * 10
    // Not each change is worth another number.
    return Math.abs(lines - Number(named)) <= lines / 10 ? row : `| ${names} | ${lines} |`
  })
  const others = sources.filter((source) => source.includes('/') && !parts.includes(source))
  expect(others.sort()).toEqual([
    'operations/operations.ts',
    'stores/watchers.ts',
    'stores/window-counter.ts',
  ])
  await expect(`${before}${counted}${after}`).toMatchFileSnapshot(file)
})

it.each(trusted)('names the tests of $file', ({ file, tests }) => {
  expect(tests).not.toEqual([])
  const missing = tests.filter(
    (test) => ![dirname(file), '.'].some((folder) => existsSync(join(import.meta.dirname, folder, test))),
  )
  expect(missing).toEqual([])
})

it('lists every file that sends a request, has a route, or writes into the store', () => {
  expect(sources.filter((file) => acts(file) && !listed.includes(file))).toEqual([])
  expect(harmless.filter((file) => !acts(file))).toEqual([])
})
