import type { AddressReport } from '@leyden/lnurl/check'
import { describe, expect, it } from 'vitest'
import { createCheckServer } from './check-server.js'

const FINE: AddressReport = { address: 'ana@shop.example', ok: true, requests: [], checks: [] }
const ORIGIN = 'http://127.0.0.1:4010'

function serverFor(report: Partial<AddressReport> = {}, now?: () => number) {
  const asked: unknown[] = []
  const server = createCheckServer(async (...request) => {
    asked.push(request)
    return { ...FINE, ...report }
  }, now)
  const post = (body: string, headers: Record<string, string> = { origin: ORIGIN }) =>
    server.request(`${ORIGIN}/check`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  return { server, post, asked }
}

describe('the server of the page that checks an address', () => {
  it('checks what its form sends', async () => {
    const { post, asked } = serverFor()
    await post('address=+ana%40shop.example+')
    await post('address=ana%40shop.example&look_up_only=on')
    expect(asked).toEqual([
      ['ana@shop.example', { lookUpOnly: false }],
      ['ana@shop.example', { lookUpOnly: true }],
    ])
  })

  it('checks nothing for a form of another page, nor when the page is opened', async () => {
    const { server, post, asked } = serverFor()
    for (const headers of [{ origin: 'https://else.example' }, { origin: 'null' }, {}])
      expect((await post('address=ana%40shop.example', headers as Record<string, string>)).status).toBe(403)
    expect((await server.request(`${ORIGIN}/check?address=ana%40shop.example`)).status).toBe(200)
    expect(asked).toEqual([])
  })

  it('starts 30 checks a minute, for all visitors together', async () => {
    let nowMs = 0
    const { post, asked } = serverFor({}, () => nowMs)
    for (let each = 0; each < 30; each++) await post('address=a')
    const busy = await post('address=a')
    expect([busy.status, asked.length]).toEqual([429, 30])
    expect(await busy.text()).toContain('Try again in a minute')
    nowMs = 60_000
    expect((await post('address=a')).status).toBe(200)
  })

  it('shows what needs somebody first, with what follows and what to do', async () => {
    const { post } = serverFor({
      invoiceMsat: '1500',
      checks: [
        { name: 'reply', status: 'ok', message: 'is fine' },
        { name: 'http', status: 'warning', message: 'is odd', consequence: 'some fail', fix: 'change it' },
        { name: 'cors', status: 'problem', rule: 'LUD-01', message: 'is wrong' },
      ],
    })
    const page = await (await post('address=a')).text()
    expect(page).toMatch(/is wrong[\s\S]*is odd[\s\S]*some fail[\s\S]*change it[\s\S]*is fine/)
    expect(page).toContain('<title>1 problem, 1 warning · ana@shop.example</title>')
    expect(page).toContain('An invoice over 1.5 sats was made')
  })

  it('shows texts of a server as text only', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    const { post } = serverFor({
      address: evil,
      checks: [{ name: 'reply', status: 'problem', message: evil }],
      requests: [{ step: 'look-up', url: evil, location: evil, contentType: evil }],
    })
    const reply = await post(`address=${encodeURIComponent(evil)}`)
    expect(await reply.text()).not.toContain('<img')
    expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*form-action 'self'$/)
  })
})
