import type { Client } from '@leyden/core'
import { isEmail } from '@leyden/core/internal'
import { useEffect, useState } from 'react'
import type { TextInputProps } from '../../foundation/fields/text-input-props.js'
import { useTextInput } from '../../foundation/fields/use-text-input.js'
import { type Typing, useTyping } from '../../foundation/fields/use-typing.js'
import type { GuestEntry } from '../engine/session-requests.js'
import type { RampState } from '../flow/ramp-state.js'
import type { RampOptions } from '../ramp-options.js'
import type { CheckedDestination } from './check-destination.js'

/** What is known of the destination in the field. */
export type DestinationState =
  | {
      /** The field is empty, or the text has not been checked yet. */
      status: 'empty' | 'checking'
    }
  | CheckedDestination

/** The field for a guest's e-mail address. */
export interface EmailField {
  /** The text in the field. */
  text: string
  /** Why the text cannot be sent, null if it can. `refused`: the server did not accept this e-mail address. */
  problem: 'malformed' | 'refused' | null
  /** Spread these on an `<input>`. */
  inputProps: TextInputProps
}

/** The field for the destination of the bitcoin. */
export interface DestinationField {
  /** The text in the field. */
  text: string
  /** Whether the page fixes the destination. */
  locked: boolean
  /** What is known of the text. */
  state: DestinationState
  /** Spread these on an `<input>`. */
  inputProps: TextInputProps
}

/** What a guest has to enter before a session can be made. */
export interface RampFields {
  /** The e-mail address. */
  email: EmailField
  /** The destination of the bitcoin. */
  destination: DestinationField
}

interface FieldOptions {
  state: RampState
  options: Pick<RampOptions, 'email' | 'destination'>
  /** What the guest entered for the last request. */
  entry: GuestEntry
  client: Client
}

export function useRampFields({ state, options, entry, client }: FieldOptions): RampFields {
  const isAsking = state.status === 'asking'
  const sentEmail = entry.email ?? options.email
  const [typed, setTyped] = useState<GuestEntry>({})
  const email = typed.email ?? sentEmail ?? ''
  const isRefused = isAsking && state.problem === 'email' && email === sentEmail
  const destination = options.destination ?? typed.destination ?? entry.destination ?? ''
  const typing = useTyping(destination)
  const setDestination = (next: string) => setTyped((before) => ({ ...before, destination: next }))
  const destinationInput = useTextInput(destination, {
    take: (edit) => setDestination(typing.take(edit.field.value, edit)),
    hold(entered) {
      typing.hold()
      setDestination(entered)
    },
  })
  const checked = useDestinationState(isAsking ? destination : '', typing, client)
  const isWrongNetwork =
    isAsking &&
    state.problem === 'destination' &&
    checked.status === 'right' &&
    checked.address === entry.destination
  const isSecret = typing.hadSecret && destination === ''
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
        ...destinationInput,
        ref: typing.ref,
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

/** The entries of a guest; null until they are valid. */
export function entryOf({ email, destination }: RampFields): GuestEntry | null {
  const { state } = destination
  if (email.problem !== null || (state.status !== 'empty' && state.status !== 'right')) return null
  return {
    email: email.text.trim(),
    destination: state.status === 'right' ? state.address : undefined,
  }
}

/** Checks a destination when typing pauses, or when the text is finished. */
function useDestinationState(text: string, { mayAsk, mayRefuse }: Typing, client: Client): DestinationState {
  const [checked, setChecked] = useState<{ text: string; result: CheckedDestination } | null>(null)
  useEffect(() => {
    if (text.trim() === '' || !mayAsk) return
    const abort = new AbortController()
    // Loaded when somebody types a destination, because most people never do and the address formats are large.
    void import('./check-destination.js').then(async ({ checkDestination }) => {
      const result = await checkDestination(client, text, abort.signal)
      if (!abort.signal.aborted) setChecked({ text, result })
    })
    return () => abort.abort()
  }, [text, mayAsk, client])
  if (text.trim() === '') return { status: 'empty' }
  if (checked?.text !== text) return { status: 'checking' }
  return checked.result.status === 'right' || mayRefuse ? checked.result : { status: 'checking' }
}
