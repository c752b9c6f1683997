import type { SignedInUser } from '@leyden/core'
import { isEmail } from '@leyden/core/internal'
import { parseLightningAddress } from '@leyden/lightning'
import type { PayerDataKind, Recipient } from '../../address/recipient.js'
import type { TextInputProps } from '../../foundation/fields/text-input-props.js'
import { usePersonalInput } from './use-personal-input.js'

/** One field of payer data that the recipient asks for. */
export interface PayerField {
  /** Which data is asked for: a name, a Lightning Address or an e-mail address. */
  kind: PayerDataKind
  /** Whether the recipient refuses a payment without it. */
  mandatory: boolean
  /** The text in the field. */
  text: string
  /** Why the text cannot be sent; null if it can. */
  problem: 'missing' | 'malformed' | null
  /** Whether the person has left the field. */
  left: boolean
  /** Spread these on an `<input>`. */
  inputProps: TextInputProps
}

/** The payer data that the recipient asks for (LUD-18). */
export interface PayerFields {
  /** The fields to show; empty if the recipient asks for nothing. */
  fields: readonly PayerField[]
  /** Whether every mandatory field is filled in, and no field is malformed. */
  complete: boolean
  /** The values to send, by kind; null without any. They are sent with the charge only: no state, callback or storage has them. */
  given: Readonly<Record<string, string>> | null
}

interface Typed {
  address: string | undefined
  texts: Partial<Record<PayerDataKind, string>>
  left: readonly PayerDataKind[]
}

/** The most characters that the BFF accepts in each field. */
const MAX_CHARACTERS = 254

/** The payer data (LUD-18): each field starts empty, and entries for one recipient are not sent to another. */
export function usePayerFields(user: SignedInUser, recipient: Recipient | null): PayerFields {
  const address = recipient?.address
  const nothing: Typed = { address, texts: {}, left: [] }
  const [typed, changeTyped] = usePersonalInput(user, nothing)
  const ofThis = (any: Typed) => (any.address === address ? any : nothing)
  const { texts, left } = ofThis(typed)
  // A browser that fills in several fields at once reports them one by one.
  const change = (next: (before: Typed) => Partial<Typed>) =>
    changeTyped((any) => ({ ...ofThis(any), ...next(ofThis(any)) }))

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
        // Not `email`: browsers would change what is pasted.
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
  const isRight = { name: true, email: isEmail(text), identifier: parseLightningAddress(text).ok }
  return isRight[kind] ? null : 'malformed'
}
