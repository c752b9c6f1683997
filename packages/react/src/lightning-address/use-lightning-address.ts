'use client'

import { type Client, LeydenError } from '@leyden/core'
import { type ChangeEvent, type RefCallback, useMemo, useState } from 'react'
import { useLasting, useOnline } from '../provider/page-signals.js'
import { useLeydenQueryClient } from '../provider/query-client.js'
import { useClient } from '../provider/use-client.js'
import { useLatest } from '../provider/use-latest.js'
import { foldAddress, leydenKeys } from '../query/leyden-keys.js'
import { useTyping } from '../widget/use-typing.js'
import { useWait } from '../widget/use-wait.js'
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
  /** Whole seconds until a look-up that a limit refused is repeated by itself; 0 where none is. */
  retrySeconds: number
  /** Looks up again after `unreachable`. */
  retry: () => void
  /** Ends a look-up that takes too long: `unreachable`, until `retry`. */
  cancel: () => void
  /** For an `<input>`. */
  inputProps: {
    ref: RefCallback<HTMLInputElement>
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

const SLOW_MS = 3_000
/** What a person who cancels a look-up gets in place of an answer. */
const CANCELLED = new LeydenError('ABORTED', 'The look-up was cancelled by the person.')

/**
 * A Lightning Address while it is typed: parsed at once, and looked up when the domain is complete: 600 ms after the
 * last key, at once when it is pasted, left or entered. The result is one of: wrong, not reachable, or found with its
 * recipient. A wrong one is shown when the text is finished, or has rested for 1.5 s. Look-ups are shared by all widgets of one BFF on
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
  const [hadSecret, setHadSecret] = useState(false)
  const onAddressChange = useLatest(options.onAddressChange)
  const locked = options.address !== undefined
  const text = options.address ?? typed
  const { mayAsk, mayRefuse, isFinished, noteChange, finish, ref } = useTyping(text, () => {
    const folded = foldAddress(text)
    if (locked || folded === text) return
    setTyped(folded)
    onAddressChange.current?.(folded)
  })
  const [cancelled, setCancelled] = useState<string | null>(null)

  const reading = useMemo(() => readAddress(text), [text])
  const whole = reading.status === 'whole' ? reading.address : null
  // A cached answer needs no debounce.
  const isKnown =
    whole !== null && queries.getQueryData(leydenKeys.address(client.baseUrl, whole)) !== undefined
  const asked = isKnown || (mayAsk && cancelled !== whole) ? whole : null
  const { data, error: latest, isFetching, refetch } = useLightningAddressQuery(asked, { client })
  // A look-up that is repeated by itself goes on below the sentence about the last one.
  const [failed, setFailed] = useState<{ address: string; error: LeydenError } | null>(null)
  if (asked !== null && latest && failed?.error !== latest) setFailed({ address: asked, error: latest })
  const error = latest ?? (isFetching && failed?.address === asked ? failed?.error : null) ?? null
  const isOffline = !useOnline() && !isFetching
  const slow = useLasting(isFetching && data === undefined, SLOW_MS)
  const retrySeconds = useWait(latest, latest?.retryAfterMs ?? 0)

  const lookup = useMemo((): AddressLookup => {
    switch (reading.status) {
      case 'empty':
        return hadSecret
          ? { status: 'invalid', address: '', problem: { reason: 'secret_key' } }
          : { status: 'empty' }
      case 'partial':
        return isFinished
          ? { status: 'invalid', address: text, problem: reading.problem }
          : { status: 'typing' }
      case 'refused':
        return mayRefuse
          ? { status: 'invalid', address: text, problem: reading.problem }
          : { status: 'typing' }
      case 'whole': {
        const { address, domain } = reading
        if (cancelled === address && !data)
          return { status: 'unreachable', address, domain, error: CANCELLED }
        if (asked !== address) return { status: 'typing' }
        const looking = { status: 'looking', address, domain, slow, offline: isOffline } as const
        const refusal =
          error?.code === 'PAYER_DATA_REQUIRED'
            ? ({ status: 'invalid', address, problem: payerDataProblem(domain, error.actual) } as const)
            : undefined
        const answer = data ?? refusal
        if (answer) return answer.status === 'found' || mayRefuse ? answer : looking
        return !error || isOffline ? looking : { status: 'unreachable', address, domain, error }
      }
      default:
        return reading satisfies never
    }
  }, [reading, hadSecret, isFinished, mayRefuse, text, cancelled, asked, data, error, isOffline, slow])

  const setText = (entered: string, event?: ChangeEvent<HTMLInputElement>) => {
    const written = readAddress(entered)
    const isSecret = written.status === 'refused' && written.problem.reason === 'secret_key'
    // No secret stays in a field, and the page gets none. What was pasted is shown as the address that it means.
    const next = isSecret ? '' : noteChange(event) ? foldAddress(entered) : entered
    setTyped(next)
    setHadSecret(isSecret)
    setCancelled(null)
    onAddressChange.current?.(next)
  }
  return {
    text,
    locked,
    lookup,
    retrySeconds: lookup.status === 'unreachable' ? retrySeconds : 0,
    setText: (next) => setText(next),
    retry: () => {
      setFailed(null)
      if (cancelled === null) void refetch()
      else setCancelled(null)
    },
    cancel: () => setCancelled(whole),
    inputProps: {
      ref,
      value: text,
      onChange: (event) => setText(event.currentTarget.value, event),
      onBlur: finish,
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
