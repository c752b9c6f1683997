import { describe, expect, it } from 'vitest'
import { addLines, missingIgnores } from './lines.js'

describe('added lines', () => {
  it('are added after the last line, with the same line endings', () => {
    expect(addLines('', ['b'])).toBe('b\n')
    expect(addLines('a\n', ['b'])).toBe('a\nb\n')
    expect(addLines('a', ['b'])).toBe('a\nb\n')
    expect(addLines('a\r\nb', ['c'])).toBe('a\r\nb\r\nc\r\n')
    expect(addLines('a', [])).toBe('a')
  })

  it('are not added to a .gitignore that has them in another spelling', () => {
    expect(missingIgnores('/.env\r\nnode_modules\r\n', ['.env', 'leyden.db*'])).toEqual(['leyden.db*'])
    expect(missingIgnores('.env*', ['.env.local'])).toEqual([])
    expect(missingIgnores('*.local', ['.env.local', '.env'])).toEqual(['.env'])
    expect(missingIgnores('.environment\n!.env\n', ['.env'])).toEqual(['.env'])
  })
})
