import { cutComment } from '@leyden/lightning/pay-request'
import { type ChangeEvent, useState } from 'react'
import type { PayOptions } from './pay-options.js'

/** The note for the recipient. */
export interface NoteField {
  /** What was typed. */
  text: string
  /** Fixed by the page. */
  locked: boolean
  /** Whether the recipient takes one, or the page sends one. */
  offered: boolean
  /** Characters that the recipient takes. */
  max: number
  /** Whether the recipient would not take it. */
  tooLong: boolean
  /** Sets what was typed. */
  setText: (text: string) => void
  /** For an `<input>`. */
  inputProps: {
    value: string
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
    type: 'text'
    autoComplete: 'off'
    'aria-invalid': true | undefined
  }
}

/**
 * A note while it is typed, measured by what the recipient takes. One that the page fixes is cut to that.
 *
 * @param known characters that the recipient takes, once the address is found.
 */
export function useNoteField(
  {
    description,
    defaultDescription,
    onNoteChange,
  }: Pick<PayOptions, 'description' | 'defaultDescription' | 'onNoteChange'>,
  known: number | undefined,
): NoteField {
  const max = known ?? 0
  const [typed, setTyped] = useState(defaultDescription ?? '')
  const locked = description !== undefined
  const text = locked ? cutComment(description, known ?? description.length) : max > 0 ? typed : ''
  // UTF-16 units are never fewer than code points, and recipients count either way.
  const tooLong = !locked && text.length > max
  return {
    text,
    locked,
    offered: locked ? text !== '' : max > 0,
    max,
    tooLong,
    setText: setTyped,
    inputProps: {
      value: text,
      onChange: ({ currentTarget: { value } }) => {
        setTyped(value)
        onNoteChange?.(value)
      },
      type: 'text',
      autoComplete: 'off',
      'aria-invalid': tooLong || undefined,
    },
  }
}
