import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const packages = join(root, 'packages')
const folders = readdirSync(packages).filter((name) => existsSync(join(packages, name, 'README.md')))

/** The packed READMEs: the package's own, and those in the folders that its `files` names. */
function readmesOf(folder) {
  const { files } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const packedPaths = files
    .filter(
      (name) =>
        !name.startsWith('!') && name !== 'dist' && existsSync(join(folder, name)) && !name.includes('.'),
    )
    .flatMap((name) => readdirSync(join(folder, name), { recursive: true }).map((path) => join(name, path)))
  return { files, readmes: ['README.md', ...packedPaths.filter((path) => path.endsWith('README.md'))] }
}

/** The targets of the links of a document. */
const linksIn = (path) =>
  Array.from(readFileSync(path, 'utf8').matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link)

it.each(folders)('the READMEs of %s link only to packed files and to full URLs', (name) => {
  const folder = join(packages, name)
  const { files, readmes } = readmesOf(folder)
  const brokenLinks = readmes.flatMap((readme) =>
    linksIn(join(folder, readme))
      .filter((link) => !/^(https:|#)/.test(link))
      .filter((link) => {
        const path = relative(folder, join(folder, dirname(readme), link.split('#')[0]))
        return !files.some((packed) => `${path}/`.startsWith(`${packed}/`)) || !existsSync(join(folder, path))
      })
      .map((link) => `${readme}: ${link}`),
  )
  expect(brokenLinks).toEqual([])
})

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((name) => join(root, name)),
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, 'docs', name)),
]

it('the links are found', () => {
  expect(folders.length).toBeGreaterThan(5)
  expect(folders.flatMap((name) => linksIn(join(packages, name, 'README.md'))).length).toBeGreaterThan(10)
  expect(documents.length).toBeGreaterThan(30)
  expect(documents.flatMap(linksIn).length).toBeGreaterThan(100)
})

it.each(documents.map((path) => [relative(root, path), path]))('%s has no broken link', (_, path) => {
  const missing = linksIn(path).filter(
    (link) => !/^(https?:|mailto:|#)/.test(link) && !existsSync(join(dirname(path), link.split('#')[0])),
  )
  expect(missing).toEqual([])
})
