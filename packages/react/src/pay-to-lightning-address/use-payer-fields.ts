import { isEmail } from '@leyden/core/internal'
import { parseLightningAddress } from '@leyden/lightning/address'
import { type ChangeEvent, useState } from 'react'
import type { PayerDataKind, Recipient } from '../pay-flow/index.js'

/** One field of payer data that the recipient asks for. */
export interface PayerField {
  /** What is asked for. */
  kind: PayerDataKind
  /** Whether the recipient insists. */
  mandatory: boolean
  /** What was typed. */
  text: string
  /** Why it cannot be sent; null where it can. */
  problem: 'missing' | 'malformed' | null
  /** Whether the person has left the field. */
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

/** What the recipient asks about the payer (LUD-18). */
export interface PayerFields {
  /** Empty where the recipient asks nothing. */
  fields: readonly PayerField[]
  /** Whether every mandatory field is filled in, and no field is malformed. */
  complete: boolean
  /** What the person filled in. It is sent with the charge only: it is in no state, callback or storage. */
  given: Readonly<Record<string, string>> | null
}

interface Typed {
  address: string | undefined
  texts: Partial<Record<PayerDataKind, string>>
  left: readonly PayerDataKind[]
}

/** The most characters of each that the BFF accepts. */
const MAX_CHARACTERS = 254

/** The payer data (LUD-18): each field starts empty, and what was entered for one recipient is not sent to another. */
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
