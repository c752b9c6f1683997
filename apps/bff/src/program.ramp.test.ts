import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, isLeydenError, type RampSession, type WatchState } from '@leyden/core'
import { type RunningSandbox, startSandbox } from '@leyden/sandbox/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runCommand } from './commands/commands.js'
import { type Program, startProgram } from './program.js'
import { ADMIN_TOKEN, API_KEY, environment } from './test-support/environment.js'

interface Posted {
  id: string
  type: string
  data: { session_id: string; meaning?: string; suspect?: string[]; duplicate_of?: string; released?: true }
}

/** A program, the sandbox and a server of the shop, each on its own port. */
let sandbox: RunningSandbox
let program: Program
let env: Record<string, string>
const posted: Posted[] = []
const receiver = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  posted.push(JSON.parse(text))
  response.writeHead(204).end()
})
const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, rampPort: 0, apiKey: API_KEY })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))
  env = environment(sandbox.url, {
    PORT: String(port),
    LEYDEN_PUBLIC_URL: `http://127.0.0.1:${port}/leyden`,
    LEYDEN_RAMP_ORIGINS: sandbox.rampUrl,
    LEYDEN_EVENTS_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`,
    LEYDEN_EVENTS_SECRET: `whsec_${btoa('a key of at least 24 bytes!')}`,
  })
  program = await startProgram(env, { log: () => {} })
})
afterAll(async () => {
  await program.close()
  await sandbox.close()
  receiver.close()
})
afterEach(() => stdout.mockClear())

async function admin(path: string, body: object): Promise<Record<string, unknown>> {
  const reply = await fetch(`${program.url}/leyden/admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify(body),
  })
  const { data } = (await reply.json()) as { data: Record<string, unknown> }
  return data
}

/** A signed order of this buyer, and a device that opens it. */
async function order(user: string, reference: string) {
  const signed = await admin('ramp-orders', {
    email: `${user}@mail.example`,
    reference_id: reference,
    destination: 'anna@wallet.example',
    quote_currency: 'USD',
    base_currency: 'BTC',
  })
  const device = createClient({ baseUrl: `${program.url}/leyden` })
  const open = (after?: string) => device.createRampSession({ order: String(signed.order), after })
  return { open, device }
}

/** Buys on the page of the ramp, as a person does. */
async function buy({ widget_url }: RampSession): Promise<void> {
  const page = await (await fetch(widget_url)).text()
  const key = /data-key="(\w+)"/.exec(page)?.[1] ?? ''
  const act = (action: string, body: object) =>
    fetch(`${sandbox.rampUrl}/${action}`, { method: 'POST', body: JSON.stringify({ key, ...body }) })
  await act('code', { code: '123456' })
  await act('identity', { method: 'sample' })
  await act('purchase', { amount: '50', card_last_four: '4242' })
}

function watch(device: ReturnType<typeof createClient>, watchUrl = '') {
  const states: WatchState[] = []
  const watching = new AbortController()
  device.watch(watchUrl, { signal: watching.signal, onState: (state) => states.push(state) })
  return { last: () => states.at(-1), stop: () => watching.abort() }
}

const eventsOf = ({ session_id }: RampSession) => posted.filter(({ data }) => data.session_id === session_id)

describe('a purchase by an order', () => {
  it('goes on in a second session after a reload; a completion of both is a duplicate everywhere', async () => {
    const { open, device } = await order('anna', 'order-1')
    const first = await open()
    const second = await open(first.session_id)
    expect(second.sessions?.map(({ session_id }) => session_id)).toEqual([
      first.session_id,
      second.session_id,
    ])
    const watched = (second.sessions ?? []).map(({ watch_url }) => watch(device, watch_url))
    await buy(second)
    await vi.waitFor(() => expect(watched[1]?.last()).toMatchObject({ status: 'completed' }))
    const refused = await open(second.session_id).catch((error: unknown) => error)
    expect(isLeydenError(refused) && [refused.code, refused.sessions?.length]).toEqual(['ALREADY_PAID', 2])
    await buy(first)
    await vi.waitFor(() =>
      expect(watched[0]?.last()).toMatchObject({ status: 'completed', duplicate_of: second.session_id }),
    )
    for (const { stop } of watched) stop()
    await vi.waitFor(() => {
      expect(eventsOf(second)).toMatchObject([{ data: { meaning: 'completed' } }])
      expect(eventsOf(first)).toMatchObject([
        { data: { meaning: 'completed', duplicate_of: second.session_id } },
      ])
    })
    expect(eventsOf(second)[0]?.data).not.toHaveProperty('duplicate_of')
  })

  it('shows what was bought and paid, whichever side has which name', async () => {
    for (const user of ['anna', 'swapped']) {
      const { open, device } = await order(user, `order-of-${user}`)
      const session = await open()
      const { last, stop } = watch(device, session.watch_url)
      await buy(session)
      await vi.waitFor(() =>
        expect(last()).toMatchObject({
          status: 'completed',
          details: {
            amount: '0.00049250',
            currency: 'BTC',
            paid_amount: '50.00',
            paid_currency: 'USD',
            fee_amount: '0.75',
            fee_currency: 'USD',
            rate: '100000.00',
            destination: 'anna@wallet.example',
            reference_id: `order-of-${user}`,
          },
        }),
      )
      stop()
    }
  })

  it('that an event contradicts is held, and released by one command beside the running program', async () => {
    const { open, device } = await order('otherdestination', 'order-3')
    const session = await open()
    const { last, stop } = watch(device, session.watch_url)
    await buy(session)
    await vi.waitFor(() => expect(last()).toMatchObject({ status: 'needs_review', suspect: ['destination'] }))
    await vi.waitFor(() => expect(eventsOf(session)).toMatchObject([{ data: { suspect: ['destination'] } }]))
    expect(eventsOf(session)[0]?.data).not.toHaveProperty('meaning')
    const refused = await open(session.session_id).catch((error: unknown) => error)
    expect(isLeydenError(refused) && refused).toMatchObject({
      code: 'NO_FURTHER_SESSION',
      reason: 'payment_started',
      sessions: [{ status: 'needs_review', widget_url: session.widget_url }],
    })

    expect(await runCommand(['release', '--all', '--field', 'livemode'], env)).toBe(0)
    expect(await runCommand(['release', '--all', '--field', 'destination'], env)).toBe(0)
    expect(stdout.mock.calls.join('')).toBe('0 events released.\n1 event released.\n')
    await vi.waitFor(() =>
      expect(last()).toMatchObject({ status: 'completed', details: { destination: 'anna@wallet.example' } }),
    )
    stop()
    await vi.waitFor(() =>
      expect(eventsOf(session)[1]).toMatchObject({ data: { meaning: 'completed', released: true } }),
    )
  })
})

describe('the command `release`', () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)

  it.each([
    [[]],
    [['--all', 'x.1']],
    [['--field', 'destination', 'x.1']],
    [['--all', '--field', 'fee_amount']],
  ])('explains itself for %j', async (args) => {
    expect(await runCommand(['release', ...args], env)).toBe(1)
    expect(stderr.mock.calls.at(-1)?.join('')).toMatch(/^Usage: leyden-bff release .*\n.*destination/)
  })

  it('reports an unknown event', async () => {
    expect(await runCommand(['release', `${'0'.repeat(32)}.1`], env)).toBe(1)
    expect(stderr.mock.calls.at(-1)?.join('')).toContain('No ramp event has this id.')
  })
})
