import type { Charge, WatchState, WireError } from '@leyden/core'
import { createSandbox, type SandboxOptions } from '@leyden/sandbox'
import type { BffOptions } from '../kernel/bff-options.js'
import { createBff } from '../kernel/create-bff.js'
import { openapi } from '../openapi/openapi.js'
import { operations } from '../operations/operations.js'
import { serviceProvider } from '../providers/service-provider.js'
import { memoryStore } from '../stores/memory/memory-store.js'
import { memoryLog } from './memory-log.js'

export const KEY = 'key-canary-4711'
export const PUBLIC_URL = 'https://shop.example/api/leyden'
export const SECRET = 'a secret for tests, with more than 32 characters'
export const ADMIN_TOKEN = 'an admin token with more than 32 characters'

/** A reply with its body. */
export interface Reply<Data = Record<string, unknown>> {
  status: number
  headers: Headers
  text: string
  data: Data
  error: WireError['error']
}

export interface RequestOptions {
  headers?: Record<string, string> | undefined
  ip?: string | undefined
}

/** A shop: the real sandbox, a BFF in front of it, a log that records its lines, and a clock that tests can set. */
export function openShop(
  options: Partial<BffOptions> = {},
  sandboxOptions: SandboxOptions = {},
  { ramp = false }: { ramp?: boolean } = {},
) {
  let turnedMs = 0
  const now = () => new Date(Date.now() + turnedMs)
  const sandbox = createSandbox({ apiKey: KEY, now: () => now().getTime(), ...sandboxOptions })
  const upstream: Request[] = []
  const provider = serviceProvider({
    apiKey: KEY,
    baseUrl: 'https://service.example',
    transport: (url, init) => {
      const request = new Request(url, init)
      upstream.push(request.clone())
      return sandbox.fetch(request)
    },
  })
  const log = memoryLog()
  const ops = operations({ token: ADMIN_TOKEN })
  const { store = memoryStore() } = options
  const bff = createBff({
    pay: provider,
    store,
    publicUrl: PUBLIC_URL,
    secrets: [SECRET],
    network: 'regtest',
    extensions: [ops, openapi()],
    log,
    now,
    ...options,
    ramp: { provider: ramp ? provider : undefined, ...options.ramp },
  })

  const send = async <Data>(request: Request, ip?: string): Promise<Reply<Data>> => {
    const { status, headers, ...response } = await readReply(
      await bff.fetch(request, ip === undefined ? {} : { ip }),
    )
    return { status, headers, ...response } as Reply<Data>
  }
  const url = (path: string) => `${PUBLIC_URL}/${path}`

  return {
    bff,
    store,
    ops,
    sandbox,
    upstream,
    provider,
    log,
    now,
    send,
    url,
    turnClock: (ms: number) => {
      turnedMs += ms
    },
    get: <Data = Record<string, unknown>>(path: string, { headers = {}, ip }: RequestOptions = {}) =>
      send<Data>(new Request(url(path), { headers }), ip),
    post: <Data = Record<string, unknown>>(
      path: string,
      body: unknown,
      { headers = {}, ip }: RequestOptions = {},
    ) =>
      send<Data>(
        new Request(url(path), {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-leyden': '1', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
        ip,
      ),
  }
}

export type Shop = ReturnType<typeof openShop>

async function readReply(response: Response): Promise<Reply> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  const { data = {}, error = { code: '', message: '' } } = isJson ? JSON.parse(text) : {}
  return { status: response.status, headers: response.headers, text, data, error }
}

export interface OpenedCharge extends Charge {
  watch_url: string
  watch_until: string
}

/** Requests a charge like a page, with the terms of the page or an intent. */
export async function openCharge(shop: Shop, terms: object | string = {}): Promise<OpenedCharge> {
  const stated = { lnaddress: 'alice@wallet.example', amount: '2100000' }
  const request = typeof terms === 'string' ? { intent: terms } : { ...stated, ...terms }
  const reply = await shop.post<OpenedCharge>('v0/ln-address/fetch-charge', request)
  if (reply.status !== 200) throw new Error(`The charge was refused: ${reply.text}`)
  return reply.data
}

export function asAdmin(token = ADMIN_TOKEN): RequestOptions {
  return { headers: { authorization: `Bearer ${token}` } }
}

export async function stateOf(shop: Shop, watchUrl: string): Promise<WatchState> {
  return (await shop.get<WatchState>(watchUrl)).data
}
