import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CONSOLE_CODES, LOG_CODES } from './message-codes.js'

const ROOT = new URL('../../../../', import.meta.url)
const CODES = { console: CONSOLE_CODES, log: LOG_CODES }
const page = readFileSync(new URL('docs/messages.md', ROOT), 'utf8')

/** The titles of the sections about the console, or about the log. */
function sectionsOf(about: 'console' | 'log'): (string | undefined)[] {
  return page
    .split(/^## /mu)
    .filter((chapter) => chapter.startsWith(`The ${about}`))
    .flatMap((chapter) => [...chapter.matchAll(/^### (.+)$/gmu)].map(([, title]) => title))
}

/** The text of the source files that write messages, without tests and the list of codes. */
const source = [...readdirSync(new URL('packages/', ROOT)).map((name) => `packages/${name}/`), 'apps/bff/']
  .map((folder) => new URL(`${folder}src/`, ROOT))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/u.test(name) && !/\.test|test-|stories|message-codes/u.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  )
  .join('\n')

describe.each(['console', 'log'] as const)('the codes of the %s', (about) => {
  it('are the titles of its sections in the documentation', () => {
    expect(CODES[about].length).toBeGreaterThan(10)
    expect(sectionsOf(about).sort()).toEqual(CODES[about].map((code) => `\`${code}\``).sort())
  })

  it('are all written by some line', () => {
    expect(CODES[about].filter((code) => !source.includes(`'${code}'`))).toEqual([])
  })
})

it('the documentation has no section about anything but the console and the log', () => {
  const titles = page.match(/^### /gmu) ?? []
  expect(titles).toHaveLength(CONSOLE_CODES.length + LOG_CODES.length)
})
