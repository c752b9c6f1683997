import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documents, withNote } from './npm-note.mjs'
import { root } from './run.mjs'

const textOf = (path) => readFileSync(join(root, path), 'utf8')
/** A command that would install a package of ours from npm. */
const INSTALLS = /^(?:npm install|npm create|npx|pnpm create) (?:@leyden\/|leyden|create-leyden)/m

describe('that the packages are not on npm', () => {
  it.each(documents.filter((path) => INSTALLS.test(textOf(path))))('%s says, by the one note', (path) => {
    expect(textOf(path)).toContain('<!-- npm -->')
    expect(withNote(textOf(path))).toBe(textOf(path))
  })

  it.each(documents)('%s says in no other words', (path) => {
    expect(withNote(textOf(path), true)).not.toMatch(/on npm yet/)
  })

  it('a release takes the note out', () => {
    const text = 'Before.\n\n<!-- npm -->\n<!-- end -->\n\nAfter.'
    expect(withNote(text)).toContain('not on npm yet')
    expect(withNote(withNote(text), true)).toBe(text)
  })
})
