import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listen } from './listen.js'

const silent = { error() {} }
/** How long an idle connection stays open otherwise. */
const KEEP_ALIVE_MS = 65_000

// Connections that are still busy after ten seconds are cut off, which must not be why a server closes here.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('closes at once with connections that are idle or have not sent anything', async () => {
  const { url, close } = await listen((_request, response) => response.end('done'), '127.0.0.1', 0, silent)
  const idle = connect(Number(new URL(url).port), '127.0.0.1')
  let received = ''
  idle.on('data', (bytes) => {
    received += bytes
  })
  await once(idle, 'connect')
  // Keep-alive; and the server has accepted the first connection before this one.
  expect(await (await fetch(url)).text()).toBe('done')

  const ended = once(idle, 'close')
  await close()
  await ended
  // A connection without a request would otherwise end with 408.
  expect(received).toBe('')
})

it('answers a running request before it closes', async () => {
  const requests = new EventEmitter()
  const { url, close } = await listen(
    (_request, response) => void requests.emit('request', response),
    '127.0.0.1',
    0,
    silent,
  )
  const reply = fetch(url).then((response) => response.text())
  const [response] = (await once(requests, 'request')) as [ServerResponse]
  const closed = close()
  const answeredAtMs = performance.now()
  response.end('done')
  expect(await reply).toBe('done')
  await closed
  expect(performance.now() - answeredAtMs).toBeLessThan(KEEP_ALIVE_MS - 5_000)
})
