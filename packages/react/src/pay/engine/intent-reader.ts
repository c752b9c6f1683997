import { type Client, type IntentReading, LeydenError } from '@leyden/core'
import { parseLightningAddress } from '@leyden/lightning'
import { QueryObserver } from '@tanstack/react-query'
import { errorKind } from '../../foundation/errors/error-kind.js'
import { warnDeveloper } from '../../foundation/errors/warn-developer.js'
import { callForSignedText, wrongOption } from '../../foundation/errors/wrong-option.js'
import type { UnionOf } from '../../foundation/flow/create-flow.js'
import { notifyPage } from '../page-reports.js'
import type { PayOptions } from '../pay-options.js'
import type { PaySettings } from '../pay-settings.js'
import { intentQueryOptions } from './intent-query.js'

/** The states of a signed order, each with its fields. */
export interface IntentStates {
  /** The order is being fetched, or the BFF is reading it. */
  reading: object
  /** The BFF has checked the signature and read the order. */
  read: {
    /** The signed order as the page passed it. The request for an invoice contains it. */
    token: string
    /** What the order fixes, and whether it is paid. */
    reading: IntentReading
  }
  /** The order has expired and was not paid. */
  expired: {
    /** What the order fixes, if it can still be read. */
    reading?: IntentReading | undefined
  }
  /** The order could not be fetched or read, or the shop has signed it again with other terms. */
  failed: {
    /** Why it failed; `INTENT_SUPERSEDED` for an order that was signed again. */
    error: LeydenError
    /** What the order fixes, if it was signed again. */
    reading?: IntentReading | undefined
    /** The signed order, if it could be fetched. */
    token?: string | undefined
  }
}

/** The state of a signed order. */
export type IntentState = UnionOf<'status', IntentStates>

const reading: IntentState = { status: 'reading' }
const expired: IntentState = { status: 'expired' }

/** What a signed order fixes, and what arrived for it; undefined while that is not known. */
export function readingOf(state: IntentState | null): IntentReading | undefined {
  return state && 'reading' in state ? state.reading : undefined
}

/** While a person looks at an order, it may be paid elsewhere: a press asks again after this time, in milliseconds. */
export const FRESH_MS = 10_000

const nameOf = (intent: PayOptions['intent']) => (typeof intent === 'function' ? 'function' : intent)

/**
 * Reads the intent of a page by the query of `intentQueryOptions`: the BFF decides recipient, amount, note and
 * reference. An intent function is called on mount, and once more then and for each press if its order has expired
 * or was replaced. A new function does not cause a new call.
 */
export function createIntentReader(settings: () => PaySettings, onChange: () => void) {
  let name: string | undefined
  let state: IntentState | null = null
  let token: string | undefined
  let latest: Promise<IntentState> | undefined
  let stopObserving = () => {}

  const set = (next: IntentState | null) => {
    state = next
    onChange()
  }

  const readIntent = async (mayRenew: boolean): Promise<IntentState> => {
    const { intent, queryClient, client } = settings()
    const isFunction = typeof intent === 'function'
    let outdated: IntentState = expired
    try {
      token = isFunction ? await callForSignedText('intent', intent) : intent
      if (token === undefined) return expired
      const query = intentQueryOptions(client, token)
      // The same intent may come again, and its kept answer is what has just been refused.
      const answer = await queryClient.fetchQuery(mayRenew ? query : { ...query, staleTime: 0 })
      outdated = hasRunOut(answer, client)
        ? { status: 'expired', reading: answer }
        : stateOfReading(token, answer)
      if (outdated.status === 'read') return outdated
    } catch (cause) {
      const error = cause as LeydenError
      if (errorKind(error) === 'wrongOption') void warnDeveloper(error, client)
      if (error.code !== 'INTENT_EXPIRED') {
        notifyPage(settings(), 'onError', error)
        return { status: 'failed', error, token }
      }
    }
    if (isFunction && mayRenew) return readIntent(false)
    if (outdated.status === 'failed') notifyPage(settings(), 'onError', outdated.error)
    return outdated
  }

  const show = async (asked: Promise<IntentState>): Promise<IntentState> => {
    latest = asked
    const next = await asked
    if (latest !== asked) return next
    set(next)
    if (next.status === 'read') observe(next.token)
    return next
  }

  /**
   * A charge that is made or paid changes the result of the query, so the widget that learns of it invalidates the
   * query.
   */
  const observe = (observed: string) => {
    stopObserving()
    const { queryClient, client } = settings()
    const observer = new QueryObserver(queryClient, intentQueryOptions(client, observed))
    stopObserving = observer.subscribe(({ data }) => take(observed, data))
  }

  const take = (of: string, answer: IntentReading | undefined) => {
    const isShown = state?.status === 'read' || state?.status === 'failed'
    if (isShown && token === of && answer && answer !== readingOf(state)) set(stateOfReading(of, answer))
  }

  const begin = (mayRenew: boolean) => {
    stopObserving()
    latest = undefined
    set(name === undefined ? null : reading)
    if (name !== undefined) void show(readIntent(mayRenew))
  }

  return {
    /** The state of the intent of these options; `reading` if it was not read yet. */
    stateOf: ({ intent }: PayOptions): IntentState | null =>
      intent === undefined ? null : nameOf(intent) === name ? state : reading,
    /** Reads the intent of the current settings, if it has changed. */
    read() {
      const next = nameOf(settings().intent)
      if (next === name) return
      name = next
      begin(true)
    },
    /** Reads the intent again after a failure. A function is called once, because a person pressed. */
    retry: () => begin(false),
    /**
     * Reads the same order again, for its current state.
     *
     * @param maxAgeMs until which age its last reading is new enough. @default 0
     * @throws LeydenError if it cannot be read
     */
    async refresh(maxAgeMs = 0) {
      const { queryClient, client } = settings()
      const asked = token
      if (asked === undefined) return
      const options = { ...intentQueryOptions(client, asked), staleTime: maxAgeMs }
      take(asked, await queryClient.fetchQuery(options))
    },
    /** Asks the page for another intent, if it passed a function; otherwise reads the same one again. */
    renew: (): Promise<IntentState> => show(readIntent(false)),
    stop() {
      stopObserving()
      latest = undefined
      name = undefined
    },
  }
}

export type IntentReader = ReturnType<typeof createIntentReader>

/** The state of an order that has not expired. */
function stateOfReading(token: string, reading: IntentReading): IntentState {
  if (!reading.superseded) return { status: 'read', token, reading }
  const message = 'The shop has signed this order again with other terms. Pass the newest intent.'
  return {
    status: 'failed',
    error: new LeydenError('INTENT_SUPERSEDED', message, { field: 'intent' }),
    reading,
  }
}

/** Whether the order has expired: no new charge can be made for it, and none of its charges can still be paid. */
function hasRunOut({ expires_at, charge }: IntentReading, { clock }: Client): boolean {
  if (new Date(expires_at) > clock.now() || charge?.state.status === 'paid') return false
  return charge === undefined || new Date(charge.watch_until ?? 0) <= clock.now()
}

/** The other props of the page must not contradict its intent. */
export function checkIntent(state: IntentState, { address, amountSats }: PayOptions): IntentState {
  if (state.status !== 'read') return state
  const { lnaddress, amount } = state.reading
  if (address !== undefined) {
    const parsed = parseLightningAddress(address)
    if (!parsed.ok || parsed.address !== lnaddress) return contradicts('address', address, lnaddress)
  }
  if (amountSats != null && BigInt(amountSats) * 1_000n !== BigInt(amount))
    return contradicts('amountSats', String(amountSats), String(Number(amount) / 1_000))
  return state
}

function contradicts(field: string, page: string, signed: string): IntentState {
  const message = `${field} is ${page}, but the intent says ${signed}. Leave ${field} out: an intent fixes it.`
  return { status: 'failed', error: wrongOption(field, message) }
}
