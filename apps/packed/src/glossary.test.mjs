import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (path) => readFileSync(join(root, path), 'utf8')
const documents = execFileSync('git', ['ls-files', '*.md', '*.mdx'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(
    (path) => /^docs\/|^apps\/docs\/|README\.md$|^SECURITY\.md/u.test(path) && path !== 'docs/glossary.md',
  )
const text = documents.map(read).join('\n')

const words = [...read('docs/glossary.md').matchAll(/^\| (?!word \|)(.+?) \|/gmu)].flatMap(([, cell]) =>
  cell.split(', '),
)

it('the glossary has about thirty rows, and only words that other documents use', () => {
  expect(words.length).toBeGreaterThan(30)
  expect(words.filter((word) => !new RegExp(`\\b${word}`, 'iu').test(text))).toEqual([])
})

it('no document calls the ramp a provider', () => {
  expect(documents.length).toBeGreaterThan(60)
  expect(text.match(/ramp(?:'s|’s)? provider|\bthe provider(?:'s|’s) page/giu) ?? []).toEqual([])
})
