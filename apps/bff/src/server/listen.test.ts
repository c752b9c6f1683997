import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { listen } from './listen.js'

const silent = { error() {} }

it('closes at once with connections that are idle or have not sent anything', async () => {
  const { url, close } = await listen((_request, response) => response.end('done'), '127.0.0.1', 0, silent)
  const idle = connect(Number(new URL(url).port), '127.0.0.1')
  await once(idle, 'connect')
  // Keep-alive; and the server has accepted the first connection before this one.
  expect(await (await fetch(url)).text()).toBe('done')

  const ended = once(idle, 'close')
  // An idle connection would keep it open until a timeout of minutes.
  await close()
  await ended
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
  response.end('done')
  expect(await reply).toBe('done')
  await closed
})
