import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type RunningSandbox, startSandbox } from './start-sandbox.js'

const running: RunningSandbox[] = []

async function start(options: Parameters<typeof startSandbox>[0] = {}): Promise<RunningSandbox> {
  const started = await startSandbox({ port: 0, rampPort: 0, ...options })
  running.push(started)
  return started
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()))
})

function get(url: string, user: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}/v0/ln-address/validate/${user}%40wallet.example`, {
    headers: { apikey: 'sandbox-key' },
    ...init,
  })
}

describe('startSandbox', () => {
  it('works over sockets: look-up, charge, payment', async () => {
    const { url } = await start()
    expect(await (await get(url, 'alice')).json()).toMatchObject({ success: true, data: { valid: true } })
    const charged = await fetch(`${url}/v0/ln-address/fetch-charge`, {
      method: 'POST',
      headers: { apikey: 'sandbox-key', 'content-type': 'application/json' },
      body: JSON.stringify({ lnaddress: 'alice@wallet.example', amount: '21000', description: 'grüße 🎸' }),
    })
    const { data } = (await charged.json()) as { data: { invoice: { request: string } } }
    const paid = await fetch(`${url}/sandbox/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invoice: data.invoice.request }),
    })
    expect(await paid.json()).toMatchObject({
      success: true,
      data: { preimage: expect.stringMatching(/^\w{64}$/) },
    })
  })

  it('reports in one sentence that a port is taken', async () => {
    const { url } = await start()
    const port = Number(new URL(url).port)
    await expect(startSandbox({ port, rampPort: 0 })).rejects.toThrow(
      `Port ${port} is taken by another program.`,
    )
  })

  it('closes the connection in the middle of a cut reply', async () => {
    const { url } = await start()
    const response = await get(url, 'cut')
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })

  it('frees its port at once, even if requests hang', async () => {
    const { url, close } = await start()
    const hanging = get(url, 'hang').catch(() => 'cut loose')
    await new Promise((resolve) => setTimeout(resolve, 100))
    await close()
    expect(await hanging).toBe('cut loose')
    await start({ port: Number(new URL(url).port) })
  })

  it('refuses a body that is far too large', async () => {
    const { url } = await start()
    const response = await fetch(`${url}/sandbox/pay`, { method: 'POST', body: 'x'.repeat(1_100_000) }).catch(
      () => null,
    )
    expect([413, undefined]).toContain(response?.status)
    expect((await get(url, 'alice')).status).toBe(200)
  })

  it('survives a malformed request', async () => {
    const { url } = await start()
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
        socket.end('GET //[ HTTP/1.1\r\nHost: %%\r\n\r\n'),
      )
      socket.resume()
      socket.once('close', () => resolve())
    })
    expect((await get(url, 'alice')).status).toBe(200)
  })
})
