import type { Client } from '@leyden/core'
import { type ChangeEvent, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { lookUpsOf } from '../provider/look-ups.js'
import { useLasting } from '../provider/page-signals.js'
import { useClient } from '../provider/use-client.js'
import { useLatest } from '../provider/use-latest.js'
import { type AddressVerdict, readAddress } from './address-verdict.js'
import { payerDataProblem } from './address-words.js'
import { judge } from './judge.js'

export interface UseLightningAddressOptions {
  /** A locked address, which is looked up at once. */
  address?: string | undefined
  /** What the field starts with. */
  defaultAddress?: string | undefined
  /** In place of the provider's. */
  client?: Client | undefined
  /** Each text that is typed. */
  onAddressChange?: ((text: string) => void) | undefined
}

export interface LightningAddressEntry {
  /** The text as it stands in the field. */
  text: string
  locked: boolean
  verdict: AddressVerdict
  setText: (text: string) => void
  /** Looks up again after `unreachable`. */
  retry: () => void
  /** For an `<input>`. */
  inputProps: {
    value: string
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
    onBlur: () => void
    type: 'text'
    inputMode: 'email'
    autoComplete: 'off'
    autoCapitalize: 'none'
    autoCorrect: 'off'
    spellCheck: false
    'aria-invalid': true | undefined
  }
}

/** Verdicts come within 600 ms of the last key; this is what waiting for a pause may take of it. */
const PAUSE_MS = 250
const SLOW_MS = 3_000

/**
 * A Lightning Address while it is typed: read at once, looked up when the domain is whole and the typing
 * pauses, and told apart: wrong, not reachable, or whom it belongs to. Look-ups are shared by all widgets of
 * one BFF on a page; an answer to an earlier text never overwrites a later one.
 *
 * ```tsx
 * const { inputProps, verdict } = useLightningAddress()
 * return <><input {...inputProps} /> {verdict.status === 'found' && verdict.recipient.description}</>
 * ```
 */
export function useLightningAddress(options: UseLightningAddressOptions = {}): LightningAddressEntry {
  const client = useClient(options.client, 'useLightningAddress')
  const lookUps = useMemo(() => lookUpsOf(client), [client])
  const [typed, setTyped] = useState(options.defaultAddress ?? '')
  const [left, setLeft] = useState(true)
  const onAddressChange = useLatest(options.onAddressChange)
  const locked = options.address !== undefined
  const text = options.address ?? typed

  const reading = useMemo(() => readAddress(text), [text])
  const whole = reading.status === 'whole' ? reading.address : null
  const paused = usePaused(whole, PAUSE_MS)
  const asked = whole !== null && lookUps.get(whole)?.status === 'answered' ? whole : paused

  const subscribe = useCallback(
    (notify: () => void) => (asked === null ? () => {} : lookUps.watch(asked, client, notify)),
    [lookUps, asked, client],
  )
  const lookUp = useSyncExternalStore(
    subscribe,
    () => (asked === null ? undefined : lookUps.get(asked)),
    () => undefined,
  )
  const slow = useLasting(lookUp?.status === 'asking', SLOW_MS)

  const verdict = useMemo((): AddressVerdict => {
    switch (reading.status) {
      case 'empty':
        return { status: 'empty' }
      case 'partial':
        return left ? { status: 'invalid', address: text, problem: reading.problem } : { status: 'typing' }
      case 'refused':
        return { status: 'invalid', address: text, problem: reading.problem }
      case 'whole': {
        const { address, domain } = reading
        if (asked !== address) return { status: 'typing' }
        switch (lookUp?.status) {
          case 'answered':
            return judge(address, domain, lookUp.answer)
          case 'failed':
            return lookUp.error.code === 'PAYER_DATA_REQUIRED'
              ? { status: 'invalid', address, problem: payerDataProblem(domain, lookUp.error.actual) }
              : { status: 'unreachable', address, domain, error: lookUp.error }
          default:
            return { status: 'looking', address, domain, slow, offline: lookUp?.status === 'waiting' }
        }
      }
      default:
        return reading satisfies never
    }
  }, [reading, left, text, asked, lookUp, slow])

  const setText = (next: string) => {
    setTyped(next)
    setLeft(false)
    onAddressChange.current?.(next)
  }
  return {
    text,
    locked,
    verdict,
    setText,
    retry: () => asked !== null && lookUps.repeat(asked, client),
    inputProps: {
      value: text,
      onChange: (event) => setText(event.currentTarget.value),
      onBlur: () => setLeft(true),
      type: 'text',
      inputMode: 'email',
      autoComplete: 'off',
      autoCapitalize: 'none',
      autoCorrect: 'off',
      spellCheck: false,
      'aria-invalid': verdict.status === 'invalid' || undefined,
    },
  }
}

/** The value once it has not changed for a while; the first one at once. */
function usePaused<T>(value: T, pauseMs: number): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return paused
}
