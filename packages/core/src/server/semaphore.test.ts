import { describe, expect, it } from 'vitest'
import { createSemaphore } from './semaphore.js'

describe('a semaphore', () => {
  it('gives each key its number of permits, and refuses further ones', () => {
    const { acquire } = createSemaphore()
    const taken = [acquire(['a', 2]), acquire(['a', 2]), acquire(['a', 2]), acquire(['b', 1])]
    expect(taken.map((release) => release !== null)).toEqual([true, true, false, true])
  })

  it('takes a permit of no key if one of them has none left', () => {
    const { acquire } = createSemaphore()
    acquire(['busy', 1])
    expect(acquire(['free', 1], ['busy', 1])).toBeNull()
    expect(acquire(['free', 1])).not.toBeNull()
  })

  it('has a permit again after its release, and keeps those of others', () => {
    const { acquire } = createSemaphore()
    const release = acquire(['a', 2], ['all', 2])
    acquire(['a', 2], ['all', 2])
    release?.()
    expect(acquire(['a', 2], ['all', 2])).not.toBeNull()
    expect(acquire(['a', 2])).toBeNull()
  })

  it('does not limit requests without a key, except to none', () => {
    const { acquire } = createSemaphore()
    expect([acquire([null, 1]), acquire([null, 1])].includes(null)).toBe(false)
    expect(acquire([null, 0])).toBeNull()
  })
})
