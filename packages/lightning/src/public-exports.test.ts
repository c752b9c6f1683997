import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

interface Target {
  types: string
  default: string
}

const exports: Record<string, Target | string> = manifest.exports
const entries = Object.entries(exports).flatMap(([subpath, target]) =>
  typeof target === 'string' ? [] : [{ subpath, target }],
)

describe('what the package exports', () => {
  it('has exactly these entries', () => {
    expect(Object.keys(exports)).toMatchSnapshot()
  })

  it.each(entries)('$subpath has exactly these values', async ({ target }) => {
    const source = target.default.replace('./dist/', './').replace(/\.js$/u, '.ts')
    expect(existsSync(new URL(source, import.meta.url))).toBe(true)
    const values: Record<string, unknown> = await import(source)
    expect(Object.keys(values).sort()).toMatchSnapshot()
  })

  it.each(entries)('$subpath points its types and its code at the same file', ({ target }) => {
    expect(target.types).toBe(target.default.replace(/\.js$/u, '.d.ts'))
  })
})
