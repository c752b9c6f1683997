import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useId } from 'react'
import { inElement } from './address-text.js'
import { Hint } from './parts.js'

interface TextFieldProps extends Omit<ComponentPropsWithoutRef<'input'>, 'className' | 'aria-invalid'> {
  label: ReactNode
  /** Whether the label says that the field is optional. */
  optional?: ReactNode
  isBad?: boolean | undefined
  /** The sentence below the field. */
  hint: ReactNode
  /** Whether no line is reserved for the sentence. */
  isHintRare?: boolean | undefined
  /** An element at the end of the field. */
  after?: ReactNode
  /** The classes of the box around the input. */
  boxClass?: string | undefined
}

/**
 * An input with its label, and a sentence below that describes it. Its text is left to right, as addresses and numbers
 * are in every language, unless `dir` says otherwise.
 */
export const TextField = forwardRef<HTMLInputElement, TextFieldProps>(function TextField(props, ref) {
  const {
    label,
    optional,
    isBad = false,
    hint,
    isHintRare = false,
    after,
    boxClass = 'ly-row ly-field',
    ...input
  } = props
  const id = useId()
  const tone = isBad ? 'bad' : undefined
  return (
    <div>
      <label className="ly-label" htmlFor={id}>
        {inElement(label)} {optional && <span className="ly-optional">{optional}</span>}
      </label>
      <div className={boxClass} data-tone={tone}>
        <input
          enterKeyHint="go"
          {...input}
          aria-describedby={input['aria-describedby'] ?? `${id}-hint`}
          ref={ref}
          id={id}
          className={input.dir ? 'ly-input ly-start' : 'ly-input ly-ltr'}
          aria-invalid={isBad || undefined}
        />
        {after}
      </div>
      <Hint id={`${id}-hint`} tone={tone} rare={isHintRare}>
        {hint}
      </Hint>
    </div>
  )
})
