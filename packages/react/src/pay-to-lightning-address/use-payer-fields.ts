import { isEmail } from '@leyden/core/internal'
import { parseLightningAddress } from '@leyden/lightning/address'
import { type ChangeEvent, useState } from 'react'
import type { PayerDataKind, Recipient } from '../pay-flow/index.js'

/** One thing that the recipient asks about the payer. */
export interface PayerField {
  kind: PayerDataKind
  mandatory: boolean
  text: string
  problem: 'missing' | 'malformed' | null
  /** Whether the person has been there and has gone on. */
  left: boolean
  /** For an `<input>`. */
  inputProps: {
    value: string
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
    onBlur: () => void
    type: 'text'
    inputMode: 'text' | 'email'
    autoComplete: 'name' | 'email' | 'off'
    maxLength: number
  }
}

export interface PayerFields {
  /** Empty where the recipient asks nothing. */
  fields: readonly PayerField[]
  /** Whether all that is demanded is there, and nothing is malformed. */
  complete: boolean
  /** What the person filled in, for the charge alone: in no state, callback or storage. */
  given: Readonly<Record<string, string>> | null
}

interface Typed {
  address: string | undefined
  texts: Partial<Record<PayerDataKind, string>>
  left: readonly PayerDataKind[]
}

/** The BFF takes no more of each. */
const MAX_CHARACTERS = 254

/** What people tell about themselves (LUD-18): each field starts empty, and what was for one recipient is for no other. */
export function usePayerFields(recipient: Recipient | null): PayerFields {
  const address = recipient?.address
  const nothing: Typed = { address, texts: {}, left: [] }
  const [typed, setTyped] = useState(nothing)
  const ofThis = (any: Typed) => (any.address === address ? any : nothing)
  const { texts, left } = ofThis(typed)
  // A browser that fills in several fields at once reports them one by one.
  const change = (next: (before: Typed) => Partial<Typed>) =>
    setTyped((any) => ({ ...ofThis(any), ...next(ofThis(any)) }))

  const fields = (recipient?.payerData ?? []).map(({ kind, mandatory }): PayerField => {
    const text = texts[kind] ?? ''
    return {
      kind,
      mandatory,
      text,
      problem: problemOf(kind, text.trim(), mandatory),
      left: left.includes(kind),
      inputProps: {
        value: text,
        onChange: ({ currentTarget: { value } }) =>
          change((before) => ({
            texts: { ...before.texts, [kind]: value },
            left: before.left.filter((other) => other !== kind),
          })),
        onBlur: () => change((before) => ({ left: [...before.left, kind] })),
        type: 'text',
        inputMode: kind === 'name' ? 'text' : 'email',
        autoComplete: kind === 'identifier' ? 'off' : kind,
        maxLength: MAX_CHARACTERS,
      },
    }
  })
  const given = fields.flatMap(({ kind, text }) => (text.trim() ? [[kind, text.trim()] as const] : []))
  return {
    fields,
    complete: fields.every(({ problem }) => problem === null),
    given: given.length > 0 ? Object.fromEntries(given) : null,
  }
}

function problemOf(kind: PayerDataKind, text: string, mandatory: boolean): PayerField['problem'] {
  if (text === '') return mandatory ? 'missing' : null
  switch (kind) {
    case 'name':
      return null
    case 'email':
      return isEmail(text) ? null : 'malformed'
    case 'identifier':
      return parseLightningAddress(text).ok ? null : 'malformed'
    default:
      return kind satisfies never
  }
}
