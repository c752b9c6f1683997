import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const files = execFileSync(
  'git',
  [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.md',
    '*.mdx',
    'packages/*/src/*.ts',
    'packages/*/src/*.tsx',
  ],
  { cwd: root, encoding: 'utf8' },
)

/** The code of the documentation and of the docstrings. Another test compiles that of the documents. */
const examples = files
  .split('\n')
  .filter((path) => path !== '' && !/\.test|test-support/u.test(path))
  .flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const code = /\.mdx?$/u.test(path) ? text : [...text.matchAll(/\/\*\*[\s\S]*?\*\//gu)].join('\n')
    const blocks = code.matchAll(/```(?:[jt]sx?)\b[\s\S]*?```|@example[\s\S]*?(?=^ *\* @|\*\/)/gmu)
    return [...blocks].map(([block]) => block)
  })
  .join('\n')

/** The entries of the published packages that have values, without those of one language and core's `/internal`. */
const entries = readdirSync(join(root, 'packages')).flatMap((folder) => {
  const { name, exports, publishConfig } = JSON.parse(
    readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'),
  )
  return Object.entries(publishConfig.exports ?? exports)
    .filter(([entry, { types }]) => /\/dist\//u.test(types) && !entry.includes('*') && entry !== './internal')
    .map(([entry, target]) => {
      const source = target['@leyden/source'] ?? target.types.replace(/dist\/(.+)\.d\.ts$/u, 'src/$1.ts')
      return [name + entry.slice(1), join(root, 'packages', folder, source)]
    })
})

afterEach(() => vi.unstubAllGlobals())

describe('the documentation', () => {
  it.each(entries)('has an example of each export of %s', async (_, source) => {
    // The embed's version, which its build sets.
    vi.stubGlobal('LEYDEN_VERSION', '0.1.0')
    const names = Object.keys(await import(source))
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`, 'u').test(examples))).toEqual([])
  })
})
