import { describe, expect, it, vi } from 'vitest'
import { withDeadline } from './deadline.js'

const never = () => new Promise<never>(() => {})

describe('withDeadline', () => {
  it('returns the result of work that ends in time', async () => {
    expect(await withDeadline(1_000, undefined, async () => 7)).toBe(7)
  })

  it('throws the work’s own error unchanged', async () => {
    const error = new Error('disk full')
    await expect(withDeadline(1_000, undefined, () => Promise.reject(error))).rejects.toBe(error)
  })

  it('ends work that ignores its signal', async () => {
    await expect(withDeadline(5, undefined, never)).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  it('reports the timeout, and not the error of the work that it aborts', async () => {
    const work = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('socket closed')))
      })
    await expect(withDeadline(5, undefined, work)).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  it('ends with the caller’s signal, also one that is already aborted', async () => {
    const caller = new AbortController()
    const running = withDeadline(1_000, caller.signal, never)
    caller.abort()
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' })
    const work = vi.fn(never)
    await expect(withDeadline(1_000, caller.signal, work)).rejects.toMatchObject({ code: 'ABORTED' })
    expect(work).not.toHaveBeenCalled()
  })

  it('passes the caller’s own signal on if that is the deadline', async () => {
    const caller = new AbortController()
    const work = vi.fn(async (signal: AbortSignal) => signal)
    expect(await withDeadline(Number.POSITIVE_INFINITY, caller.signal, work)).toBe(caller.signal)
    caller.abort()
    await expect(withDeadline(Number.POSITIVE_INFINITY, caller.signal, work)).rejects.toMatchObject({
      code: 'ABORTED',
    })
  })
})
