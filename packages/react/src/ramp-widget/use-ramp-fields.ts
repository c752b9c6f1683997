import { isEmail } from '@leyden/core/internal'
import { readPastedText } from '@leyden/lightning/address'
import { type ChangeEvent, type RefCallback, useEffect, useState } from 'react'
import { useLatest } from '../provider/use-latest.js'
import { foldAddress } from '../query/leyden-keys.js'
import type { RampState } from '../ramp-flow/index.js'
import { type Typing, useTyping } from '../widget/use-typing.js'
import type { CheckedDestination } from './check-destination.js'
import type { RampOptions } from './ramp-options.js'
import type { GuestEntry } from './session-requests.js'

/** Says whether bitcoin can be sent to a text. */
export type DestinationCheck = (text: string, signal: AbortSignal) => Promise<CheckedDestination>

/** What is known of the destination in the field. */
export type DestinationState = { status: 'empty' | 'checking' } | CheckedDestination

/** The field for a guest's e-mail address. */
export interface EmailField {
  /** The text as it stands in the field. */
  text: string
  /** `refused`: the server did not take this one. */
  problem: 'malformed' | 'refused' | null
  /** For an `<input>`. */
  inputProps: {
    value: string
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
    type: 'email'
    inputMode: 'email'
    autoComplete: 'email'
    maxLength: number
  }
}

/** The field for where the bitcoin goes. */
export interface DestinationField {
  /** The text as it stands in the field. */
  text: string
  /** Fixed by the page. */
  locked: boolean
  /** What is known of the text. */
  state: DestinationState
  /** For an `<input>`. */
  inputProps: {
    ref: RefCallback<HTMLInputElement>
    value: string
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
    onBlur: () => void
    readOnly: boolean
    autoCapitalize: 'none'
    autoComplete: 'off'
    spellCheck: false
    'aria-invalid': boolean
  }
}

/** What a guest has to enter before a session can be made. */
export interface RampFields {
  /** The e-mail address. */
  email: EmailField
  /** Where the bitcoin goes. */
  destination: DestinationField
}

interface FieldOptions {
  state: RampState
  options: Pick<RampOptions, 'email' | 'destination'>
  /** What a guest typed at the last try. */
  entry: GuestEntry
  check: DestinationCheck
}

export function useRampFields({ state, options, entry, check }: FieldOptions): RampFields {
  const isAsking = state.status === 'asking'
  const sentEmail = entry.email ?? options.email
  const [typed, setTyped] = useState<GuestEntry>({})
  const [hadSecret, setHadSecret] = useState(false)
  const email = typed.email ?? sentEmail ?? ''
  const isRefused = isAsking && state.problem === 'email' && email === sentEmail
  const destination = options.destination ?? typed.destination ?? entry.destination ?? ''
  const typing = useTyping(destination)
  const checked = useDestinationState(isAsking ? destination : '', typing, check)
  const isWrongNetwork =
    isAsking &&
    state.problem === 'destination' &&
    checked.status === 'right' &&
    checked.address === entry.destination
  const isSecret = hadSecret && destination === ''
  const destinationState: DestinationState = isSecret
    ? { status: 'wrong', kind: 'secret_key' }
    : isWrongNetwork
      ? { status: 'wrong' }
      : checked
  const { status } = destinationState
  return {
    email: {
      text: email,
      problem: isRefused ? 'refused' : isEmail(email.trim()) ? null : 'malformed',
      inputProps: {
        value: email,
        onChange: ({ currentTarget: { value } }) => setTyped((before) => ({ ...before, email: value })),
        type: 'email',
        inputMode: 'email',
        autoComplete: 'email',
        maxLength: 254,
      },
    },
    destination: {
      text: destination,
      locked: options.destination !== undefined,
      state: destinationState,
      inputProps: {
        value: destination,
        ref: typing.ref,
        onChange: (event) => {
          const { value } = event.currentTarget
          const isWhole = typing.noteChange(event)
          // No secret stays in a field. What was pasted is shown as the address that it means.
          const isKey = readPastedText(value).kind === 'secret_key'
          setHadSecret(isKey)
          const next = isKey ? '' : isWhole ? foldAddress(value) : value
          if (next !== value) event.currentTarget.value = next
          setTyped((before) => ({ ...before, destination: next }))
        },
        onBlur: typing.finish,
        readOnly: options.destination !== undefined,
        autoCapitalize: 'none',
        autoComplete: 'off',
        spellCheck: false,
        'aria-invalid': /^(wrong|not_lightning|not_in_sandbox)$/.test(status),
      },
    },
  }
}

/** What a guest has entered, once it is valid; null until then. */
export function entryOf({ email, destination }: RampFields): GuestEntry | null {
  const { state } = destination
  if (email.problem !== null || (state.status !== 'empty' && state.status !== 'right')) return null
  return {
    email: email.text.trim(),
    destination: state.status === 'right' ? state.address : undefined,
  }
}

/** Checks a destination when the typing pauses, or is finished. */
function useDestinationState(
  text: string,
  { mayAsk, mayRefuse }: Typing,
  check: DestinationCheck,
): DestinationState {
  const [checked, setChecked] = useState<{ text: string; result: CheckedDestination } | null>(null)
  const latestCheck = useLatest(check)
  useEffect(() => {
    if (text.trim() === '' || !mayAsk) return
    const abort = new AbortController()
    void latestCheck.current(text, abort.signal).then((result) => {
      if (!abort.signal.aborted) setChecked({ text, result })
    })
    return () => abort.abort()
  }, [text, mayAsk, latestCheck])
  if (text.trim() === '') return { status: 'empty' }
  if (checked?.text !== text) return { status: 'checking' }
  return checked.result.status === 'right' || mayRefuse ? checked.result : { status: 'checking' }
}
