import type { ChangeEvent, InputHTMLAttributes, RefCallback } from 'react'

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'type'
  | 'inputMode'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'autoCorrect'
  | 'spellCheck'
  | 'maxLength'
  | 'readOnly'
>

/** The props that each text field of a widget gives its `<input>`. */
export interface TextInputProps extends Attributes {
  /** The text in the field. */
  value: string
  /** Takes each change of the text. */
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  /** Whether the text cannot be used. */
  'aria-invalid'?: boolean | undefined
  /** Finishes the text, so that an error may be shown. */
  onBlur?: (() => void) | undefined
  /** Follows the Enter key or the caret. */
  ref?: RefCallback<HTMLInputElement> | undefined
}
