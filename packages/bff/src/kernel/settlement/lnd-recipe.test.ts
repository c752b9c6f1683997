import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryLog } from '../../test-support/memory-log.js'
import type { SettlementSource } from './settlement-source.js'

const home = join(import.meta.dirname, '../../..')
const guide = readFileSync(join(home, '../../docs/settlement.md'), 'utf8')
const hash = 'ab'.repeat(32)
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
const settled = {
  state: 'SETTLED',
  r_hash: base64(hash),
  r_preimage: base64('cd'.repeat(32)),
  settle_date: '1',
}
const payment = { paymentHash: hash, preimage: 'cd'.repeat(32), paidAt: new Date(1_000) }

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** The documented replies of LND's REST interface. */
async function startLnd() {
  const streams = new Set<{ write(text: string): void; destroy(): void }>()
  const server = createServer((request, response) => {
    if (request.headers['grpc-metadata-macaroon'] !== 'macaroon') return response.writeHead(403).end()
    if (request.url === '/v1/invoices/subscribe') {
      streams.add(response)
      return response.writeHead(200).flushHeaders()
    }
    if (request.url === `/v1/invoice/${hash}`) return response.end(JSON.stringify(settled))
    return response.writeHead(404).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, streams }
}

async function recipe(url: string): Promise<SettlementSource> {
  const [, code = ''] = /```ts\n([^`]*export function lnd[\s\S]*?)```/.exec(guide) ?? []
  mkdirSync(join(home, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(home, '.cache/recipe-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'lnd.ts'), code)
  const { lnd } = await import(pathToFileURL(join(folder, 'lnd.ts')).href)
  return lnd({ url, macaroon: 'macaroon' })
}

describe('the recipe for LND', () => {
  it('reports settled invoices, in pieces and after an interruption, but no held ones', async () => {
    const { url, streams } = await startLnd()
    const source = await recipe(url)
    const [paid, connected] = [vi.fn(), vi.fn()]
    ends.push(source.listen({ paid, connected, log: memoryLog() }))
    await vi.waitFor(() => expect(connected).toHaveBeenCalledOnce())
    const line = `${JSON.stringify({ result: settled })}\n`
    for (const stream of streams) {
      stream.write(`${JSON.stringify({ result: { ...settled, state: 'ACCEPTED' } })}\n${line.slice(0, 20)}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(paid).not.toHaveBeenCalled()
      stream.write(line.slice(20))
    }
    await vi.waitFor(() => expect(paid.mock.calls).toEqual([[payment]]))
    for (const stream of streams) stream.destroy()
    await vi.waitFor(() => expect(connected).toHaveBeenCalledTimes(2))
  })

  it('looks up an invoice', async () => {
    const { url } = await startLnd()
    const { lookUp } = await recipe(url)
    const signal = AbortSignal.timeout(120_000)
    expect(await lookUp?.(hash, { signal })).toEqual(payment)
    expect(await lookUp?.('ef'.repeat(32), { signal })).toBeNull()
  })
})
