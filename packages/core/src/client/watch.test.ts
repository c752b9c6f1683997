import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient, type LeydenError, type WatchState } from '../index.js'
import { json, serve } from '../test-support/server.js'

const open: WatchState = { kind: 'charge', status: 'open', at: '2026-01-01T00:00:00Z' }
const paid: WatchState = { kind: 'charge', status: 'paid', evidence: 'app', at: '2026-01-01T00:01:00Z' }

const controllers: AbortController[] = []
afterAll(() => {
  for (const controller of controllers) controller.abort()
})

function follow(baseUrl: string, watchUrl = 'v0/watch/abc') {
  const states: WatchState[] = []
  const errors: LeydenError[] = []
  const controller = new AbortController()
  controllers.push(controller)
  const handle = createClient({ baseUrl }).watch(watchUrl, {
    signal: controller.signal,
    onState: (state) => states.push(state),
    onError: (error) => errors.push(error),
  })
  return { states, errors, controller, ...handle }
}

function startStream(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  return (id: number, state: unknown) =>
    response.write(
      `id: ${id}\nevent: state\ndata: ${typeof state === 'string' ? state : JSON.stringify(state)}\n\n`,
    )
}

const eventually = (check: () => void) => vi.waitFor(check)

describe('watch', () => {
  it.concurrent('asks who is signed in, then streams states, and ends by itself after "paid"', async () => {
    const server = await serve((request, response) => {
      if (request.url?.includes('?')) return json(response, 200, { success: true, data: open, subject: null })
      const send = startStream(response)
      response.write(': hello\n\n')
      send(1, open)
      setTimeout(() => send(2, paid), 30)
    })
    const watch = follow(server.url)
    await eventually(() => expect(watch.states).toEqual([open, open, paid]))
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(server.requests.map(({ url, headers }) => [url, headers.accept])).toEqual([
      ['/v0/watch/abc?subject=1', 'application/json'],
      ['/v0/watch/abc', 'text/event-stream'],
    ])
  })

  it.concurrent('resumes after the last event when the stream is cut', async () => {
    const server = await serve((_, response, count) => {
      const send = startStream(response)
      if (count > 1) return void send(8, paid)
      send(7, open)
      setTimeout(() => response.destroy(), 30)
    })
    const watch = follow(server.url)
    await eventually(() => expect(watch.states).toEqual([open, paid]))
    expect(server.requests[0]?.headers).not.toHaveProperty('last-event-id')
    expect(server.requests[1]?.headers['last-event-id']).toBe('7')
  })

  it.concurrent('reads events that arrive in pieces, and skips other lines', async () => {
    const server = await serve((_, response) => {
      startStream(response)('1' as never, 'not json')
      const text = `id: 2\ndata: ${JSON.stringify(paid)}\n\n`
      let at = 0
      const timer = setInterval(() => {
        if (at >= text.length) return clearInterval(timer)
        response.write(text.slice(at, at + 9))
        at += 9
      }, 2)
    })
    const watch = follow(server.url)
    await eventually(() => expect(watch.states).toEqual([paid]))
  })

  it.concurrent('polls a server that answers with JSON', async () => {
    const server = await serve((_, response, count) =>
      json(response, 200, { success: true, data: count < 3 ? open : paid }),
    )
    const watch = follow(server.url)
    await eventually(() => expect(watch.states).toEqual([open, open, paid]))
  })

  it.concurrent('has the time of the server with each state, and sets the clock by it', async () => {
    const early = new Date(Date.now() - 7_200_000).toISOString()
    for (const isStream of [true, false]) {
      const server = await serve((_, response) =>
        isStream
          ? startStream(response)(1, { ...open, server_time: early })
          : json(response, 200, { success: true, data: open, server_time: early }),
      )
      const client = createClient({ baseUrl: server.url })
      const controller = new AbortController()
      controllers.push(controller)
      const states: WatchState[] = []
      client.watch('v0/watch/abc', { signal: controller.signal, onState: (state) => states.push(state) })
      await eventually(() => expect(states[0]).toEqual({ ...open, server_time: early }))
      expect(Math.round(client.clock.offsetMs / 60_000)).toBe(-120)
      if (!isStream) expect(await client.readState('v0/watch/abc')).toEqual({ ...open, server_time: early })
    }
  })

  it.concurrent('polls at once when woken, though the stream is silent', async () => {
    let now: WatchState = open
    const server = await serve((request, response) => {
      if (request.headers.accept === 'text/event-stream') startStream(response)(1, open)
      else json(response, 200, { success: true, data: now })
    })
    const watch = follow(server.url)
    // The first answer and the stream may both have said it.
    await eventually(() => expect(watch.states.at(-1)).toEqual(open))
    now = paid
    watch.refresh()
    await eventually(() => expect(watch.states.at(-1)).toEqual(paid))
  })

  it.concurrent('continues after errors and reports each of them', async () => {
    const server = await serve((_, response, count) =>
      count === 1 ? json(response, 503, {}) : void startStream(response)(1, paid),
    )
    const watch = follow(server.url)
    await eventually(() => expect(watch.states).toEqual([paid]))
    expect(watch.errors.map((error) => error.code)).toEqual(['SERVICE_UNAVAILABLE'])
  })

  describe('with a clock of its own', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    /** A watch whose server answers by the current `world.answer`. */
    function followFake() {
      const controller = new AbortController()
      controllers.push(controller)
      const world = {
        requests: 0,
        answer: (): Promise<Response> | Response => stream(),
        send: (_: string) => {},
        cut: () => {},
        news: [] as boolean[],
        states: [] as string[],
        refresh: () => {},
      }
      const stream = () => {
        const body = new ReadableStream<Uint8Array>({
          start(open) {
            world.send = (text) => open.enqueue(new TextEncoder().encode(text))
            world.cut = () => open.error(new TypeError('cut'))
          },
        })
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      }
      const transport = async () => {
        world.requests++
        return world.answer()
      }
      const { refresh } = createClient({ baseUrl: '/x', transport }).watch('v0/watch/abc', {
        signal: controller.signal,
        onState: ({ status }) => world.states.push(status),
        onConnection: (isConnected) => world.news.push(isConnected),
      })
      return Object.assign(world, { refresh, stream })
    }
    const down = () => Promise.reject(new TypeError('Failed to fetch'))
    const hangs = () => new Promise<never>(() => {})

    it('drops a stream that is silent for 20 s, and reconnects', async () => {
      const world = followFake()
      await vi.advanceTimersByTimeAsync(15_000)
      world.send(': still here\n\n')
      await vi.advanceTimersByTimeAsync(15_000)
      expect(world.requests).toBe(1)
      await vi.advanceTimersByTimeAsync(8_000)
      expect(world.requests).toBe(2)
      expect(world.news).toEqual([])
    })

    it.each([
      ['that is down', down],
      ['that accepts requests and does not answer', hangs],
      ['that fails', () => Response.json({}, { status: 503 })],
    ])('reports after 4 s that a server %s does not answer, and at once when it does', async (_, answer) => {
      const world = followFake()
      await vi.advanceTimersByTimeAsync(60)
      world.answer = answer
      world.cut()
      await vi.advanceTimersByTimeAsync(3_900)
      expect(world.news).toEqual([])
      await vi.advanceTimersByTimeAsync(2_500)
      expect(world.news).toEqual([false])
      world.answer = () => Response.json({ success: true, data: paid })
      world.refresh()
      await vi.advanceTimersByTimeAsync(1)
      expect([world.news, world.states]).toEqual([[false, true], ['paid']])
      await vi.advanceTimersByTimeAsync(60_000)
      expect(world.news).toEqual([false, true])
    })

    it('reports no outage when a stream is renewed in time, or when the BFF refuses', async () => {
      const world = followFake()
      await vi.advanceTimersByTimeAsync(60)
      world.cut()
      await vi.advanceTimersByTimeAsync(20_000)
      expect(world.requests).toBe(2)
      world.answer = () =>
        Response.json({ success: false, error: { code: 'RATE_LIMITED', message: '' } }, { status: 429 })
      world.cut()
      await vi.advanceTimersByTimeAsync(20_000)
      expect(world.news).toEqual([])
    })
  })

  it('ends when the charge or session does not exist', async () => {
    const server = await serve((_, response) =>
      json(response, 404, { success: false, error: { code: 'NOT_FOUND', message: '' } }),
    )
    const watch = follow(server.url)
    await eventually(() => expect(watch.errors.map((error) => error.code)).toEqual(['NOT_FOUND']))
    watch.refresh()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(server.requests).toHaveLength(1)
  })

  it('is silent after the abort', async () => {
    let send: (id: number, state: unknown) => void = () => {}
    const server = await serve((_, response) => {
      send = startStream(response)
      send(1, open)
    })
    const watch = follow(server.url)
    await eventually(() => expect(watch.states).toEqual([open]))
    watch.controller.abort()
    send(2, paid)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(watch.states).toEqual([open])
    expect(watch.errors).toEqual([])
  })

  it('holds at most two streams; further watches poll', async () => {
    const server = await serve((request, response) => {
      if (request.headers.accept === 'text/event-stream') startStream(response)(1, open)
      else json(response, 200, { success: true, data: paid })
    })
    const client = createClient({ baseUrl: server.url })
    const controller = new AbortController()
    controllers.push(controller)
    await client.readState('v0/watch/0')
    const states: string[][] = [[], [], []]
    for (const [index, list] of states.entries())
      client.watch(`v0/watch/${index}`, {
        signal: controller.signal,
        onState: (state) => list.push(state.status),
      })
    await eventually(() => expect(states).toEqual([['open'], ['open'], ['paid']]))
  })

  it.each([
    'https://evil.example/x',
    '//evil.example/x',
    '/admin/settle',
    '../admin',
    'v0/../admin',
    'v0/watch/a?b',
  ])('never leaves its BFF for %s', async (watchUrl) => {
    const server = await serve((_, response) => json(response, 200, {}))
    const watch = follow(server.url, watchUrl)
    await eventually(() =>
      expect(watch.errors[0]).toMatchObject({ code: 'BAD_RESPONSE', field: 'watch_url' }),
    )
    expect(server.requests).toHaveLength(0)
  })

  it('sends a preimage', async () => {
    const server = await serve((_, response) => json(response, 200, { success: true, data: paid }))
    const client = createClient({ baseUrl: server.url, getToken: async () => 'me' })
    expect(await client.proveCharge('v0/watch/abc', '11'.repeat(32))).toEqual(paid)
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      url: '/v0/watch/abc/proof',
      headers: { authorization: 'Bearer me', 'x-leyden': '1' },
      body: JSON.stringify({ preimage: '11'.repeat(32) }),
    })
  })
})
