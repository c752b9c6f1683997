import { expect, it, vi } from 'vitest'
import { memoryLog } from '../../test-support/memory-log.js'
import { nwc } from './nwc.js'

vi.mock('ws', () => {
  throw new Error("Cannot find package 'ws'")
})

it('logs what to install if the libraries are missing, and cannot be polled', async () => {
  const key = 'c0ffee42'.repeat(8)
  const source = nwc({ url: `nostr+walletconnect://${key}?relay=wss://relay.example&secret=${key}` })
  const log = memoryLog()
  const stop = source.listen({ paid: () => {}, connected: () => {}, log })
  await vi.waitFor(() => expect(log.text()).toContain('npm install nostr-tools ws'))
  await expect(source.lookUp?.(key, { signal: AbortSignal.timeout(1_000) })).rejects.toThrow()
  await stop()
})
