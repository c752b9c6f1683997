import { expect, it, vi } from 'vitest'
import { startProgram } from './program.js'
import { environment } from './test-support/environment.js'

it('starts with a wallet that cannot be reached yet, ends meanwhile, and logs no part of its URL', async () => {
  const secret = 'c0ffee42'.repeat(8)
  const lines: string[] = []
  const program = await startProgram(
    environment('http://127.0.0.1:1', {
      LEYDEN_SETTLES: 'shop@mine.example',
      LEYDEN_NWC_URL: `nostr+walletconnect://${'ab'.repeat(32)}?relay=ws%3A%2F%2F127.0.0.1%3A1&secret=${secret}`,
    }),
    { log: (line) => lines.push(line) },
  )
  await vi.waitFor(() => expect(lines.join()).toContain('Not connected to a relay of the wallet'))
  await program.close()
  expect(lines.join()).not.toContain(secret)
  expect(lines.join()).not.toContain('walletconnect')
})
