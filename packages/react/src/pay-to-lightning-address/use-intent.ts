import { type Client, type IntentReading, isLeydenError, LeydenError } from '@leyden/core'
import { parseLightningAddress } from '@leyden/lightning/address'
import { useEffect, useRef, useState } from 'react'
import { tellDeveloper } from '../provider/tell-developer.js'
import { useLatest } from '../provider/use-latest.js'
import type { PayOptions } from './pay-options.js'

/** A signed order, from its first reading on. */
export type IntentEntry =
  | { status: 'reading' }
  /** The order that the shop signed, with the token that stands for it. */
  | { status: 'read'; token: string; reading: IntentReading }
  /** Too late to pay it, and it was not paid. */
  | { status: 'expired' }
  | { status: 'failed'; error: LeydenError }

export interface IntentHandle {
  /** Null where the page gives no intent. */
  entry: IntentEntry | null
  /** Reads it again after a failure. */
  retry: () => void
  /** Reads the same order again, for what has become of it. */
  refresh: () => Promise<IntentEntry>
  /** Asks the page for another intent, where it gives a function. */
  renew: () => Promise<IntentEntry>
}

type Intent = NonNullable<PayOptions['intent']>

const reading: IntentEntry = { status: 'reading' }

/**
 * Reads the intent of a page: recipient, amount, note and reference are the BFF's to say. An intent function is
 * called once, and once again for an order that has run out; never because its identity changed.
 */
export function useIntent(client: Client, options: PayOptions): IntentHandle {
  const { intent } = options
  const name = intent === undefined ? null : typeof intent === 'string' ? intent : 'function'
  const [held, setEntry] = useState<{ name: string | null; entry: IntentEntry | null }>({
    name: null,
    entry: null,
  })
  // What was read for another intent is not this one's, from the first render on.
  const entry = held.name === name ? held.entry : name === null ? null : reading
  const latest = useLatest({ client, intent, onError: options.onError })
  // StrictMode runs effects twice; a page's function makes an order each time it is called.
  const started = useRef<{ name: string | null; promise: Promise<IntentEntry> } | null>(null)
  const token = useRef<string | null>(null)
  const ask = async (source: Intent, mayRenew: boolean): Promise<IntentEntry> => {
    try {
      token.current = typeof source === 'string' ? source : await source()
      const answer = await latest.current.client.readIntent(token.current)
      if (!hasRunOut(answer, latest.current.client))
        return { status: 'read', token: token.current, reading: answer }
      return mayRenew && typeof source === 'function' ? ask(source, false) : { status: 'expired' }
    } catch (cause) {
      const error = isLeydenError(cause) ? cause : failedFunction(cause)
      if (error.code === 'INTENT_EXPIRED')
        return mayRenew && typeof source === 'function' ? ask(source, false) : { status: 'expired' }
      tellDeveloper(error, latest.current.client)
      latest.current.onError?.(error)
      return { status: 'failed', error }
    }
  }

  const show = (promise: Promise<IntentEntry>): Promise<IntentEntry> => {
    started.current = { name, promise }
    return promise.then((next) => {
      if (started.current?.promise === promise) setEntry({ name, entry: next })
      return next
    })
  }

  // A new function of the page is no new order: only another name is.
  const begin = useLatest((source: Intent) => show(ask(source, true)))
  useEffect(() => {
    if (started.current?.name === name) return
    const { intent: source } = latest.current
    if (source === undefined) {
      started.current = null
      return
    }
    void begin.current(source)
  }, [name, latest, begin])

  const shown = entry && checked(entry, options)
  const contradiction = shown !== entry && shown?.status === 'failed' ? shown.error : null
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (contradiction === null || contradiction.message === told.current) return
    told.current = contradiction.message
    const { code, message } = contradiction
    console.warn(`Leyden shows no invoice (${code}): ${message}`)
    latest.current.onError?.(contradiction)
  })

  const again = (source: Intent) => show(ask(source, false))
  return {
    entry: shown,
    retry: () => {
      const { intent: source } = latest.current
      if (source === undefined) return
      setEntry({ name, entry: reading })
      void begin.current(source)
    },
    refresh: () => again(token.current ?? ''),
    renew: () => {
      const { intent: source } = latest.current
      return typeof source === 'function' ? again(source) : Promise.resolve({ status: 'expired' })
    },
  }
}

/** The page's own function failed, most likely because the shop's server did. */
function failedFunction(cause: unknown): LeydenError {
  const message = 'The intent function of the page failed, so there is no order to pay.'
  console.warn(`Leyden: ${message}`, cause)
  return new LeydenError('SERVICE_UNAVAILABLE', message, { field: 'intent', cause })
}

/** Whether no charge can be made of it any more, and none of its charges matters any more. */
function hasRunOut({ expires_at, charge }: IntentReading, { clock }: Client): boolean {
  if (new Date(expires_at) > clock.now() || charge?.state.status === 'paid') return false
  return charge === undefined || new Date(charge.watch_until ?? 0) <= clock.now()
}

/** What the page says beside its intent has to be what the intent says. */
function checked(entry: IntentEntry, { address, amountSats }: PayOptions): IntentEntry {
  if (entry.status !== 'read') return entry
  const { lnaddress, amount } = entry.reading
  if (address !== undefined) {
    const parsed = parseLightningAddress(address)
    if (!parsed.ok || parsed.address !== lnaddress) return contradicts('address', address, lnaddress)
  }
  if (amountSats != null && BigInt(amountSats) * 1_000n !== BigInt(amount))
    return contradicts('amountSats', String(amountSats), satsOf(amount))
  return entry
}

function contradicts(field: string, page: string, signed: string): IntentEntry {
  const message = `${field} is ${page}, but the intent says ${signed}. Leave ${field} out: an intent fixes it.`
  return { status: 'failed', error: new LeydenError('BAD_REQUEST', message, { field }) }
}

/** Millisatoshis as sats, with a point before the rest: for developers. */
function satsOf(amountMsat: string): string {
  return amountMsat
    .padStart(4, '0')
    .replace(/(\d{3})$/, '.$1')
    .replace(/\.000$/, '')
}
