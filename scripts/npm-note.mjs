// The note in READMEs and docs that the packages are not on npm yet, from one place: between `<!-- npm -->` and
// `<!-- end -->`, which a page of MDX writes as `{/* npm */}` and `{/* end */}`. `node scripts/npm-note.mjs` writes it; a
// release runs `node scripts/npm-note.mjs --released`, which leaves these places empty.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './run.mjs'

const GUIDE = 'docs/quick-start.md'

/** The Markdown files in a folder. */
const markdownIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.mdx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)

/** The documents that may have the note. */
export const documents = [
  'README.md',
  ...markdownIn('docs'),
  ...markdownIn('apps/docs/src/content/docs'),
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
]

/** The text of a document with the note in its places, or without. */
export function withNote(path, text, isReleased = false) {
  const where = path === GUIDE ? 'This page' : `\`${GUIDE}\` in the repository`
  const note = isReleased
    ? ''
    : `**The packages are not on npm yet.** ${where} says how to install them from a clone.\n`
  return text.replace(
    /^(<!-- npm -->|\{\/\* npm \*\/\})\n[\s\S]*?^(<!-- end -->|\{\/\* end \*\/\})$/gm,
    (_, begin, end) => `${begin}\n${note}${end}`,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const path of documents) {
    const file = join(root, path)
    writeFileSync(file, withNote(path, readFileSync(file, 'utf8'), process.argv.includes('--released')))
  }
