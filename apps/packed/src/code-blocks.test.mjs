// Tests that the code in the documentation can be parsed, and that its imports from our packages exist.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const listing = execFileSync('git', ['ls-files', '*.md', '*.mdx'], { cwd: root, encoding: 'utf8' })
const files = listing.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))

const blocks = files.flatMap((file) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(/^ *```(tsx?|jsx?|json|sh)\b.*\n([\s\S]*?)^ *```/gmu),
  ].map(([, language, code]) => ({ file, language, code })),
)

/** @returns the program. `…` stands for code of the reader. */
const programOf = ({ language, code }) =>
  parse(code.replaceAll(/(?<=[{,] )…/gu, '...more'), {
    sourceType: 'module',
    plugins: ['typescript', 'decorators', ...(language === 'ts' ? [] : ['jsx'])],
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
  }).program

/** @returns why a block cannot be read */
function problemOf(block) {
  try {
    if (block.language === 'json') JSON.parse(block.code)
    else if (block.language !== 'sh') programOf(block)
    else if (process.platform !== 'win32')
      execFileSync('bash', ['-n'], {
        input: block.code.replaceAll(/<[^<>\n]+>/gu, 'x'),
        stdio: ['pipe', 'pipe', 'pipe'],
      })
  } catch (error) {
    return `${block.file}: ${error.message}\n${block.code}`
  }
}

it('the code in the documentation can be parsed', () => {
  expect(blocks.length).toBeGreaterThan(120)
  expect(blocks.map(problemOf).filter(Boolean)).toEqual([])
})

/**
 * @returns the source of an entry of our packages; undefined for other packages, and for an entry without source, such
 * as a style sheet
 */
function sourceOf(specifier) {
  const [, name, entry] = /^@leyden\/([^/]+)(.*)$/u.exec(specifier) ?? []
  if (name === undefined) return undefined
  const folder = join(root, 'packages', name)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [key = ''] = Object.keys(exports)
    .filter((key) => isEntry(`.${entry}`, key))
    .sort((a, b) => b.length - a.length)
  const target = exports[key]
  if (target === undefined) return ''
  const path = target['@leyden/source']
  if (path === undefined) return undefined
  const [prefix] = key.split('*')
  return readEntry(join(folder, path.replace('*', `.${entry}`.slice(prefix.length))))
}

/** Whether an entry is this one of the manifest, or matches its pattern, such as `./languages/*`. */
function isEntry(entry, key) {
  return key.endsWith('*') ? entry.startsWith(key.slice(0, -1)) : entry === key
}

/** The text of a file, and of the files that it re-exports completely. */
function readEntry(path) {
  const text = readFileSync(path, 'utf8')
  const reExported = [...text.matchAll(/export (?:type )?\* from '(\.[^']+)\.js'/gu)].map(([, name]) =>
    join(path, '..', name),
  )
  return [
    text,
    ...reExported.map((name) => readEntry(existsSync(`${name}.ts`) ? `${name}.ts` : `${name}.tsx`)),
  ].join('\n')
}

it('the code in the documentation imports only what the packages export', () => {
  const imports = blocks
    .filter(({ language }) => language !== 'json' && language !== 'sh')
    .flatMap((block) => programOf(block).body.map((statement) => ({ ...statement, file: block.file })))
    .filter(({ type, source }) => type === 'ImportDeclaration' && sourceOf(source.value) !== undefined)
  expect(imports.length).toBeGreaterThan(50)
  const missing = imports.flatMap(({ file, source, specifiers }) => {
    const text = sourceOf(source.value)
    const names = specifiers.map(({ imported }) => imported?.name ?? 'default')
    return names
      .filter((name) => !new RegExp(`\\b${name}\\b`, 'u').test(text))
      .map((name) => `${file}: ${name} of ${source.value}`)
  })
  expect(missing).toEqual([])
})
