import { type AddressValidation, type Client, isLeydenError, LeydenError } from '@leyden/core'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useMemo, useState } from 'react'
import { lookUpsOf } from '../provider/look-ups.js'
import { useLasting, useOnline } from '../provider/page-signals.js'
import { useClient } from '../provider/use-client.js'
import { useLatest } from '../provider/use-latest.js'
import { type AddressVerdict, readAddress } from './address-verdict.js'
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
  const client = useClient(options.client)
  const lookUps = useMemo(() => lookUpsOf(client), [client])
  const [typed, setTyped] = useState(options.defaultAddress ?? '')
  const [left, setLeft] = useState(true)
  const onAddressChange = useLatest(options.onAddressChange)
  const locked = options.address !== undefined
  const text = options.address ?? typed

  const reading = useMemo(() => readAddress(text), [text])
  const whole = reading.status === 'whole' ? reading.address : null
  const keyOf = (address: string | null) => ['address', address] as const
  const paused = usePaused(whole, PAUSE_MS)
  const known = whole !== null && lookUps.getQueryData(keyOf(whole)) !== undefined
  const asked = known ? whole : paused

  const online = useOnline()
  const query = useQuery<AddressValidation>(
    {
      queryKey: keyOf(asked),
      queryFn: ({ signal }) => client.validateLightningAddress(asked ?? '', { signal }),
      enabled: asked !== null,
    },
    lookUps,
  )
  useEffect(() => {
    lookUps.mount()
    return () => lookUps.unmount()
  }, [lookUps])

  const waiting = query.status === 'pending' && asked !== null
  const slow = useLasting(waiting && query.fetchStatus === 'fetching', SLOW_MS)
  const failed = query.status === 'error'
  const { refetch } = query
  // A failure while online is the person's to repeat; only the return of the network repeats by itself.
  const failure = useLatest(failed ? refetch : null)
  useEffect(() => {
    if (online) failure.current?.()
  }, [online, failure])

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
        if (query.data) return judge(address, domain, query.data)
        if (query.error && online && query.fetchStatus === 'idle')
          return { status: 'unreachable', address, domain, error: errorOf(query.error) }
        return {
          status: 'looking',
          address,
          domain,
          slow,
          offline: !online || query.fetchStatus === 'paused',
        }
      }
      default:
        return reading satisfies never
    }
  }, [reading, left, text, asked, query.data, query.error, query.fetchStatus, online, slow])

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
    retry: () => void refetch(),
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

function errorOf(error: unknown): LeydenError {
  return isLeydenError(error)
    ? error
    : new LeydenError('NETWORK', 'The look-up failed in an unexpected way.', { cause: error })
}
