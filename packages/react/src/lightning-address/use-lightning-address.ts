'use client'

import type { Client } from '@leyden/core'
import { type ChangeEvent, useEffect, useMemo, useState } from 'react'
import { useLasting, useOnline } from '../provider/page-signals.js'
import { useLeydenQueryClient } from '../provider/query-client.js'
import { useClient } from '../provider/use-client.js'
import { useLatest } from '../provider/use-latest.js'
import { leydenKeys } from '../query/leyden-keys.js'
import { type AddressLookup, readAddress } from './address-lookup.js'
import { payerDataProblem } from './address-texts.js'
import { useLightningAddressQuery } from './use-lightning-address-query.js'

/** Options of `useLightningAddress`. */
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

/** A field for a Lightning Address, and what is known of its text. */
export interface AddressField {
  /** The text in the field. */
  text: string
  /** Whether the page has fixed the address: nothing to type. */
  locked: boolean
  /** What is known of the text. */
  lookup: AddressLookup
  /** Puts another text into the field, as if it were typed. */
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

/** The debounce of the look-up, in milliseconds. The result should be shown within 600 ms of the last key. */
const DEBOUNCE_MS = 250
const SLOW_MS = 3_000

/**
 * A Lightning Address while it is typed: parsed at once, and looked up (debounced) when the domain is complete. The
 * result is one of: wrong, not reachable, or found with its recipient. Look-ups are shared by all widgets of one BFF on
 * a page; an answer to an earlier text never overwrites a later one.
 *
 * ```tsx
 * const { inputProps, lookup } = useLightningAddress()
 * return <><input {...inputProps} /> {lookup.status === 'found' && lookup.recipient.description}</>
 * ```
 */
export function useLightningAddress(options: UseLightningAddressOptions = {}): AddressField {
  const client = useClient(options.client, 'useLightningAddress')
  const queries = useLeydenQueryClient()
  const [typed, setTyped] = useState(options.defaultAddress ?? '')
  const [left, setLeft] = useState(true)
  const onAddressChange = useLatest(options.onAddressChange)
  const locked = options.address !== undefined
  const text = options.address ?? typed

  const reading = useMemo(() => readAddress(text), [text])
  const whole = reading.status === 'whole' ? reading.address : null
  const debounced = useDebounced(whole, DEBOUNCE_MS)
  // A cached answer needs no debounce.
  const isKnown =
    whole !== null && queries.getQueryData(leydenKeys.address(client.baseUrl, whole)) !== undefined
  const asked = isKnown ? whole : debounced
  const { data, error, isFetching, refetch } = useLightningAddressQuery(asked, { client })
  const isOffline = !useOnline() && !isFetching
  const slow = useLasting(isFetching && data === undefined, SLOW_MS)

  const lookup = useMemo((): AddressLookup => {
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
        if (data) return data
        if (!error || isOffline) return { status: 'looking', address, domain, slow, offline: isOffline }
        return error.code === 'PAYER_DATA_REQUIRED'
          ? { status: 'invalid', address, problem: payerDataProblem(domain, error.actual) }
          : { status: 'unreachable', address, domain, error }
      }
      default:
        return reading satisfies never
    }
  }, [reading, left, text, asked, data, error, isOffline, slow])

  const setText = (next: string) => {
    setTyped(next)
    setLeft(false)
    onAddressChange.current?.(next)
  }
  return {
    text,
    locked,
    lookup,
    setText,
    retry: () => {
      if (asked !== null) void refetch()
    },
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
      'aria-invalid': lookup.status === 'invalid' || undefined,
    },
  }
}

/** Debounces a value; the first one is returned at once. */
function useDebounced<T>(value: T, delayMs: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
