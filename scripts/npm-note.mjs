// The note in READMEs and docs that the packages are not on npm yet, from one place: between `<!-- npm -->` and
// `<!-- end -->`. `node scripts/npm-note.mjs` writes it; a release runs `node scripts/npm-note.mjs --released`, which
// leaves these places empty.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './run.mjs'

const NOTE =
  '**The packages are not on npm yet.** `docs/quick-start.md` in the repository says how to install them from a clone.'

/** The documents that may have the note. */
export const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
]

/** The document with the note in its places, or without. */
export function withNote(text, isReleased = false) {
  const lines = isReleased ? '' : `${NOTE}\n`
  return text.replace(/^<!-- npm -->\n[\s\S]*?^<!-- end -->$/gm, `<!-- npm -->\n${lines}<!-- end -->`)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const path of documents) {
    const file = join(root, path)
    writeFileSync(file, withNote(readFileSync(file, 'utf8'), process.argv.includes('--released')))
  }
