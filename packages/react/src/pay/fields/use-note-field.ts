import type { SignedInUser } from '@leyden/core'
import { cutComment } from '@leyden/lightning'
import { useCallback } from 'react'
import type { TextInputProps } from '../../foundation/fields/text-input-props.js'
import { useTextInput } from '../../foundation/fields/use-text-input.js'
import type { PayOptions } from '../pay-options.js'
import { usePersonalInput } from './use-personal-input.js'

/** The note for the recipient. */
export interface NoteField {
  /** The text of the note. */
  text: string
  /** Whether the page or the order fixes the note. */
  locked: boolean
  /** Whether to show the field or the page's note: the recipient accepts notes. */
  offered: boolean
  /** The most characters that the recipient accepts (LUD-12). */
  max: number
  /** Whether the text has more than `max` characters. */
  tooLong: boolean
  /** Sets the text, as if it were typed. */
  setText: (text: string) => void
  /** Spread these on an `<input>`. */
  inputProps: TextInputProps
}

type NoteOptions = Pick<PayOptions, 'description' | 'defaultDescription'>

/**
 * The note while it is typed, at most as long as the recipient accepts. A note of the page is cut to that length.
 *
 * @param known the most characters that the recipient accepts, once the address is found.
 */
export function useNoteField(user: SignedInUser, options: NoteOptions, known: number | undefined): NoteField {
  const { description, defaultDescription } = options
  const max = known ?? 0
  const [typed, change] = usePersonalInput(user, defaultDescription ?? '')
  const setText = useCallback((next: string) => change(() => next), [change])
  const locked = description !== undefined
  const text = locked ? cutComment(description, known ?? description.length) : max > 0 ? typed : ''
  // UTF-16 units are never fewer than code points, and recipients count either way.
  const tooLong = !locked && text.length > max
  const input = useTextInput(text, {
    take: ({ field: { value } }) => setText(value),
    hold: setText,
  })
  return {
    text,
    locked,
    offered: locked ? text !== '' : max > 0,
    max,
    tooLong,
    setText,
    inputProps: {
      ...input,
      type: 'text',
      autoComplete: 'off',
      'aria-invalid': tooLong || undefined,
    },
  }
}
