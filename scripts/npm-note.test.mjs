import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documents, withNote } from './npm-note.mjs'
import { root } from './run.mjs'

const textOf = (path) => readFileSync(join(root, path), 'utf8')
/** A command that would install a package of ours from npm. A comment may say what will work later. */
const INSTALLS =
  /(?<!once published: )\b(?:npm install|npm create|npx|pnpm create) (?:@leyden\/|leyden|create-leyden)/

describe('that the packages are not on npm', () => {
  it.each(documents.filter((path) => INSTALLS.test(textOf(path))))('%s says, by the one note', (path) => {
    const text = textOf(path)
    expect(withNote(path, text, true)).not.toBe(text)
    expect(withNote(path, text)).toBe(text)
  })

  it.each(documents)('%s says in no other words', (path) => {
    expect(withNote(path, textOf(path), true)).not.toMatch(/on npm yet/)
  })

  it.each([
    ['docs/page.md', '<!-- npm -->\n<!-- end -->'],
    ['docs/page.mdx', '{/* npm */}\n{/* end */}'],
  ])('a release takes the note out of %s', (path, places) => {
    const text = `Before.\n\n${places}\n\nAfter.`
    expect(withNote(path, text)).toContain('not on npm yet')
    expect(withNote(path, withNote(path, text), true)).toBe(text)
  })
})
