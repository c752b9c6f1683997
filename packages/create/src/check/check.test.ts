import { stripVTControlCharacters } from 'node:util'
import type { AddressReport } from '@leyden/lnurl/check'
import { type RunningSandbox, startSandbox } from '@leyden/sandbox/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from './check.js'

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, rampPort: 0, lnurlPort: 0 })
})

afterAll(() => sandbox.close())

async function run(user: string, options: { json?: boolean; lookUpOnly?: boolean; network?: string } = {}) {
  const printed: string[] = []
  const code = await check({
    address: `${user}@wallet.example`,
    server: sandbox.lnurlUrl,
    network: 'regtest',
    json: false,
    lookUpOnly: false,
    print: (text) => void printed.push(text),
    ...options,
  })
  return { code, text: stripVTControlCharacters(printed.join('\n')) }
}

async function report(user: string): Promise<AddressReport & { code: number }> {
  const { code, text } = await run(user, { json: true })
  return { ...JSON.parse(text), code }
}

describe('create-leyden check', () => {
  it('prints a line for each step, what was requested, and that an invoice was made', async () => {
    const { code, text } = await run('alice')
    expect(text).toMatch(/^alice@wallet\.example\n✓ address +Wallets request https:/)
    expect(text).toMatch(/✓ verify +The server says that nobody has paid yet/)
    expect(text).toMatch(
      / {2}look-up {2}https:\/\/wallet\.example\/\.well-known\/lnurlp\/alice\n {11}status 200\n/,
    )
    expect(text).toContain('An invoice over 10000 millisatoshis was made. Nobody has to pay it: it expires.')
    expect(text).toMatch(/\n0 problems, 0 warnings\.$/)
    expect(code).toBe(0)
  })

  it('prints what is wrong', async () => {
    const { code, text } = await run('plaincallback')
    expect(text).toMatch(/✗ look-up +The callback has no TLS\./)
    expect(text).toContain('No invoice was made.')
    expect(text).toContain('1 problem, 0 warnings.')
    expect(code).toBe(1)
  })

  it('requests no invoice with --look-up-only', async () => {
    const { code, text } = await run('alice', { lookUpOnly: true })
    expect(text).toContain('No invoice was made.')
    expect(text).not.toContain('/callback?')
    expect(code).toBe(0)
  })

  it.each([
    ['notfound', 'wrong_tag', 'problem'],
    ['insidecallback', 'private_callback', 'problem'],
    ['wrongamount', 'amount_mismatch', 'problem'],
    ['expired', 'expired', 'problem'],
    ['oddaction', 'unknown_success_action', 'problem'],
    ['verifyliar', 'wrong_preimage', 'problem'],
    ['elsewhere', 'success_url_other_host', 'warning'],
    ['bob', 'plain_description', 'warning'],
  ] as const)('says what is wrong with %s: %s, a %s', async (user, reason, status) => {
    const { code, ok, checks } = await report(user)
    expect(checks).toContainEqual(expect.objectContaining({ reason, status }))
    expect([ok, code]).toEqual(status === 'problem' ? [false, 1] : [true, 0])
  })

  it('names the network that an invoice is of', async () => {
    const { code, text } = await run('alice', { network: 'mainnet' })
    expect(text).toContain('The invoice is of another network. (regtest)')
    expect(code).toBe(1)
  })
})
