import { isRecord, parseJson } from '@leyden/core/internal'
import { isFinalOutcome } from '@leyden/react/options'
import type { Emitter } from '../overlay/events.js'
import type { Handle } from '../overlay/open.js'
import { LeydenMisuse } from '../widget/settings/leyden-misuse.js'
import { assertKind } from '../widget/settings/misuse.js'
import { type OptionRows, overlayOptionsOf, pageSettings } from '../widget/settings/options.js'
import type { EmbedSettings, Kind } from '../widget/settings/settings.js'
import type { LeydenApi, OpenOptions } from './leyden-api.js'

/** How many messages are queued. An engine that never calls `drain` must not fill the memory. */
const MAX_WAITING = 256
const MAX_JSON = 100_000
const MAX_ID = 200

type Params = Record<string, unknown>

/**
 * A bridge of JSON texts, for engines that cannot hold JavaScript objects.
 *
 * In: `{ "v": 1, "id": "7", "method": "open", "params": { "kind": "pay", "address": "alice@wallet.example" } }`. Out,
 * at once: `{ "v": 1, "id": "7", "ok": true, "result": … }` or `{ …, "ok": false, "error": { "code", "message" } }`.
 * Later, by `drain` or the `message` event: `{ "v": 1, "id": "7", "type": "outcome", "data": { … } }`; also `warn`,
 * `doctor`, `error` and the late outcomes. If an engine leaves out `id`, the bridge makes one.
 */
export function createBridge(
  api: Pick<LeydenApi, 'version' | 'configure' | 'supports' | 'doctor'>,
  /** Opens an overlay that has the request's id. */
  openAs: (kind: Kind, options: OpenOptions<Kind>, id: string) => Handle,
  emitter: Emitter,
) {
  let waiting: string[] = []
  let count = 0
  const handles = new Map<string, Handle>()
  /** Overlays that may have a later outcome. */
  const unsettled = new Set<string>()

  const send = (id: string | undefined, type: string, data: unknown) => {
    const json = JSON.stringify({ v: 1, id, type, data })
    if (emitter.hasListener('message')) {
      emitter.emit('message', json)
      return
    }
    waiting.push(json)
    if (waiting.length > MAX_WAITING) waiting = waiting.slice(-MAX_WAITING)
  }
  emitter.on('outcome', (outcome) => {
    if (unsettled.delete(outcome.id)) send(outcome.id, 'outcome', outcome)
  })
  emitter.on('warn', (data) => send(undefined, 'warn', data))

  const open = ({ kind, timeoutMs, ...given }: Params, id: string) => {
    assertKind(kind)
    const options = withoutEmpty(overlayOptionsOf[kind], given, locksOf(kind, given))
    if (handles.has(id)) throw new LeydenMisuse(`An overlay with the id ${JSON.stringify(id)} is open.`)
    const handle = openAs(kind, { ...withDate(options), signal: signalAfter(timeoutMs) }, id)
    handles.set(id, handle)
    handle
      .then(
        (outcome) => {
          send(id, 'outcome', { ...outcome, id })
          if (!isFinalOutcome[outcome.status]) unsettled.add(outcome.id)
        },
        ({ message }: Error) =>
          send(id, 'error', { kind, status: 'error', code: 'BAD_REQUEST', message, retryable: false }),
      )
      .finally(() => handles.delete(id))
  }

  const methods: Readonly<Record<string, (params: Params, id: string) => unknown>> = {
    open,
    close() {
      for (const handle of handles.values()) handle.close()
    },
    configure({ token, ...settings }) {
      api.configure({ ...withoutEmpty(pageSettings, settings), ...tokenOf(token) } as EmbedSettings)
    },
    supports: ({ kind }) => api.supports(kind as Kind),
    doctor: (_, id) => void api.doctor().then((report) => send(id, 'doctor', report)),
    version: () => api.version,
  }

  return {
    call(json: string): string {
      let id = ''
      try {
        const request = readRequest(json, () => `call_${++count}`)
        id = request.id
        const run = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
        if (!run) throw new LeydenMisuse(`There is no method ${JSON.stringify(request.method)}.`)
        return JSON.stringify({ v: 1, id, ok: true, result: run(request.params, id) ?? null })
      } catch (error) {
        const message = error instanceof Error ? error.message : 'It failed.'
        return JSON.stringify({ v: 1, id, ok: false, error: { code: 'BAD_REQUEST', message } })
      }
    },
    drain(): string {
      const json = `[${waiting.join(',')}]`
      waiting = []
      return json
    },
  }
}

function readRequest(json: unknown, makeId: () => string) {
  if (typeof json !== 'string' || json.length > MAX_JSON)
    throw new LeydenMisuse('The bridge takes one JSON text.')
  const value = parseJson(json)
  if (!isRecord(value)) throw new LeydenMisuse('The text is not a JSON object.')
  const { id = makeId(), method, params = {} } = value
  if (typeof id !== 'string' || id.length > MAX_ID) throw new LeydenMisuse('id is not a short text.')
  if (typeof method !== 'string') throw new LeydenMisuse('method is missing.')
  if (!isRecord(params)) throw new LeydenMisuse('params is not an object.')
  return { id, method, params }
}

/** If a token of another type were ignored, the player would be a guest. */
function tokenOf(token: unknown): Pick<EmbedSettings, 'getToken'> {
  if (token === undefined || isEmpty(token)) return {}
  if (typeof token !== 'string') throw new LeydenMisuse('token must be a text.')
  return { getToken: async () => token }
}

function signalAfter(timeoutMs: unknown): AbortSignal | undefined {
  if (timeoutMs === undefined || isEmpty(timeoutMs)) return undefined
  if (typeof timeoutMs !== 'number' || !(timeoutMs >= 0))
    throw new LeydenMisuse('timeoutMs must be a number of milliseconds.')
  return AbortSignal.timeout(timeoutMs)
}

/** JSON has no dates, so `fiat.asOf` is ISO 8601. */
function withDate(options: Params): Params {
  const { fiat } = options
  if (!isRecord(fiat) || fiat.asOf === undefined) return options
  const asOf = new Date(String(fiat.asOf))
  if (Number.isNaN(asOf.getTime())) throw new LeydenMisuse('fiat.asOf is not a time in ISO 8601.')
  return { ...options, fiat: { ...fiat, asOf } }
}

/** Options of a ramp that an order sets. */
const SET_BY_ORDER = ['quoteCurrency', 'baseCurrency', 'destination', 'email', 'metadata', 'guest']

const isEmpty = (value: unknown) => value === '' || value === null

/**
 * Removes empty options, because engines write all of them. An empty option that would lock a payment stays, so that it
 * is refused: JSON turns a failed calculation into null, and without an amount the player would choose one. An intent
 * already locks everything. An empty intent counts as left out only beside an address, and an empty order beside an
 * option that an order would set. An empty name that is no option stays too: it may be meant to lock something.
 */
function withoutEmpty(rows: OptionRows, params: Params, locks: readonly string[] = []): Params {
  const isLeftOut = ([name, value]: [string, unknown]) => {
    const row = isEmpty(value) ? rows.spelled(name) : undefined
    return row !== undefined && !locks.includes(row.name)
  }
  return Object.fromEntries(Object.entries(params).filter((entry) => !isLeftOut(entry)))
}

/** The options that have to lock something, if they are passed at all. */
function locksOf(kind: Kind, options: Params): string[] {
  const rows = overlayOptionsOf[kind]
  const passed = Object.entries(options).map(([name, value]) => ({
    name: rows.spelled(name)?.name ?? '',
    value,
  }))
  const has = (names: readonly string[]) =>
    passed.some(({ name, value }) => names.includes(name) && !isEmpty(value))
  if (kind === 'ramp') return has(SET_BY_ORDER) ? [] : ['order']
  if (has(['intent'])) return []
  const isAddressed = passed.some(({ name }) => name === 'address')
  return ['address', 'amountSats', ...(isAddressed ? [] : ['intent'])]
}
