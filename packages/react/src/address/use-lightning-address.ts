'use client'

import { LeydenError } from '@leyden/core'
import { useMemo, useState } from 'react'
import { errorKind } from '../foundation/errors/error-kind.js'
import type { TextInputProps } from '../foundation/fields/text-input-props.js'
import { type TextEdit, useTextInput } from '../foundation/fields/use-text-input.js'
import { useTyping } from '../foundation/fields/use-typing.js'
import { useWait } from '../foundation/page/countdown.js'
import { isReportWrong } from '../foundation/page/online.js'
import { useLasting, useOnline } from '../foundation/page/page-signals.js'
import { type UseClientOptions, useClient, useLeydenQueryClient } from '../foundation/provider/use-client.js'
import { addressKey, foldAddress } from '../foundation/query/keys.js'
import { type AddressLookup, readAddress } from './address-lookup.js'
import { useLightningAddressQuery } from './use-lightning-address-query.js'

/** Options of `useLightningAddress`. */
export interface UseLightningAddressOptions extends UseClientOptions {
  /** A locked address, which is looked up at once. @default people type one */
  address?: string | undefined
  /** The text that the field starts with. @default an empty field */
  defaultAddress?: string | undefined
}

/** A field for a Lightning Address, and what is known of its text. */
export interface AddressField {
  /** The text in the field. */
  text: string
  /**
   * The amount in the last text that was entered, such as `alice@wallet.example?amount=1000`. It is not used, because its
   * unit is nowhere defined: tell the person.
   */
  unusedAmount?: string | undefined
  /** Whether the page has fixed the address, so that it cannot be changed. */
  locked: boolean
  /** What is known of the text. */
  lookup: AddressLookup
  /** Puts another text into the field, as if it were typed. */
  setText: (text: string) => void
  /** Whole seconds until a look-up that met a rate limit is retried automatically; 0 if none waits. */
  retrySeconds: number
  /** Looks up again after `unreachable`. */
  retry: () => void
  /** Cancels a look-up that takes too long. The state is `unreachable` until `retry`. */
  cancel: () => void
  /** Spread these on an `<input>`. */
  inputProps: TextInputProps
}

/** After this time a look-up counts as slow, in milliseconds. */
const SLOW_MS = 3_000
/** The error of a look-up that the person cancelled. */
const CANCELLED = new LeydenError('ABORTED', 'The look-up was cancelled by the person.')

/**
 * A field for a Lightning Address. The text is parsed at once, and looked up when the domain is complete: 600 ms after
 * the last key, or at once if it is pasted, or the person leaves the field or presses Enter. The address is then found
 * with its recipient, invalid, or cannot be reached. An error is shown when the text is finished, or has not changed for
 * 1.5 s. All widgets of one BFF on a page share their look-ups; an answer to an earlier text never replaces a later one.
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
  const locked = options.address !== undefined
  const text = options.address ?? typed
  const { mayAsk, mayRefuse, isFinished, hadSecret, unusedAmount, take, hold, finish, ref } = useTyping(
    text,
    () => {
      const folded = foldAddress(text)
      if (!locked && folded !== text) setTyped(folded)
    },
  )
  const [cancelled, setCancelled] = useState<string | null>(null)

  const reading = useMemo(() => readAddress(text), [text])
  const whole = reading.status === 'whole' ? reading.address : null
  // A cached answer needs no debounce.
  const isKnown = whole !== null && queries.getQueryData(addressKey(client.baseUrl, whole)) !== undefined
  const queried = isKnown || (mayAsk && cancelled !== whole) ? whole : null
  const { data, error: latest, isFetching, refetch } = useLightningAddressQuery(queried, { client })
  // While a look-up is retried automatically, the message about the last failure stays on the screen.
  const [failed, setFailed] = useState<{
    address: string
    error: LeydenError
    /** Whether there was no network when the request failed. */
    isOffline: boolean
  } | null>(null)
  const isOnline = useOnline()
  if (queried !== null && latest && failed?.error !== latest) {
    const isOffline = errorKind(latest, isOnline) === 'offline'
    setFailed({ address: queried, error: latest, isOffline })
  }
  const error = latest ?? (isFetching && failed?.address === queried ? failed?.error : null) ?? null
  // It is retried automatically when the network is back.
  const awaitsNetwork = error !== null && failed?.error === error && failed.isOffline && !isReportWrong()
  const slow = useLasting(isFetching && data === undefined, SLOW_MS)
  const retrySeconds = useWait(latest, latest?.retryAfterMs ?? 0)

  const lookup = useMemo((): AddressLookup => {
    switch (reading.status) {
      case 'empty':
        return hadSecret
          ? { status: 'invalid', address: '', problem: { reason: 'secret_key' } }
          : { status: 'empty' }
      case 'partial':
      case 'refused':
        return (reading.status === 'partial' ? isFinished : mayRefuse)
          ? { status: 'invalid', address: text, problem: reading.problem }
          : { status: 'typing' }
      case 'whole': {
        const { address, domain } = reading
        if (cancelled === address && !data)
          return { status: 'unreachable', address, domain, error: CANCELLED }
        if (queried !== address) return { status: 'typing' }
        const offline = awaitsNetwork && !isOnline
        const looking = { status: 'looking', address, domain, slow, offline } as const
        if (data) return data.status === 'found' || mayRefuse ? data : looking
        return !error || awaitsNetwork ? looking : { status: 'unreachable', address, domain, error }
      }
      default:
        return reading satisfies never
    }
  }, [
    reading,
    hadSecret,
    isFinished,
    mayRefuse,
    text,
    cancelled,
    queried,
    data,
    error,
    awaitsNetwork,
    isOnline,
    slow,
  ])

  const show = (next: string) => {
    setTyped(next)
    setCancelled(null)
  }
  const setText = (entered: string, edit?: TextEdit) => show(take(entered, edit))
  const input = useTextInput(text, {
    take: (edit) => setText(edit.field.value, edit),
    hold(entered) {
      hold()
      show(entered)
    },
  })
  return {
    text,
    unusedAmount,
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
      ...input,
      ref,
      onBlur: finish,
      // Not `email`: browsers would change what is pasted. Saved e-mail addresses are not Lightning Addresses.
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
