import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { type Listener, serve } from './serve.js'

const listeners: Listener[] = []

async function start(handler: (request: Request) => Promise<Response>): Promise<string> {
  const listener = await serve(handler, { host: '127.0.0.1', port: 0 })
  listeners.push(listener)
  return listener.url
}

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()))
})

describe('serve', () => {
  it('passes on method, URL, headers and body, and returns status, headers and body', async () => {
    const url = await start(async (request) => {
      const body = {
        method: request.method,
        url: request.url,
        note: request.headers.get('x-note'),
        text: await request.text(),
      }
      return Response.json(body, { status: 418, headers: { 'x-reply': 'yes' } })
    })
    const response = await fetch(`${url}/a%20b?c=d`, {
      method: 'PUT',
      headers: { 'x-note': 'n' },
      body: 'grüße',
    })
    expect([response.status, response.headers.get('x-reply')]).toEqual([418, 'yes'])
    expect(await response.json()).toEqual({
      method: 'PUT',
      url: `${url}/a%20b?c=d`,
      note: 'n',
      text: 'grüße',
    })
  })

  it('accepts a request without a length: a preflight, and a body in chunks', async () => {
    const url = await start(async (request) => new Response(`${request.method} ${await request.text()}`))
    const ask = async (method: string, chunks: readonly string[]) => {
      const request = httpRequest(url, { method })
      for (const chunk of chunks) request.write(chunk)
      request.end()
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      return text(response)
    }
    expect(await ask('OPTIONS', [])).toBe('OPTIONS ')
    expect(await ask('POST', ['{"a"', ':1}'])).toBe('POST {"a":1}')
  })

  it('aborts the handler when the client disconnects', async () => {
    let gone = false
    const caller = new AbortController()
    const url = await start(
      (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => {
            gone = true
            reject(request.signal.reason)
          })
          // Abort only after the request has arrived.
          caller.abort()
        }),
    )
    await expect(fetch(url, { signal: caller.signal })).rejects.toThrow()
    await expect.poll(() => gone).toBe(true)
  })

  it('drops the connection when a handler fails, and keeps serving', async () => {
    let calls = 0
    const url = await start(async () => {
      calls += 1
      if (calls === 1) throw new Error('failed')
      return new Response('fine')
    })
    await expect(fetch(url)).rejects.toThrow()
    expect(await (await fetch(url)).text()).toBe('fine')
  })
})
