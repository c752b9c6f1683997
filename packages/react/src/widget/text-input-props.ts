import type { ChangeEvent } from 'react'

/** The props that each text field of a widget gives its `<input>`. */
export interface TextInputProps {
  /** The text in the field. */
  value: string
  /** Takes each change of the text. */
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}
