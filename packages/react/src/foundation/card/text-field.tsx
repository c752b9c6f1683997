import {
  type ChangeEvent,
  type ComponentPropsWithoutRef,
  forwardRef,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { listen } from '../page/listen.js'
import { useLatest } from '../page/use-latest.js'
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
  const box = useFilledText(input)
  const tone = isBad ? 'bad' : undefined
  return (
    <div ref={box}>
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

/**
 * Takes a text that is in the field without an event for it, because people must not see another text than the one that
 * counts: one that was typed or filled in before hydration, that an extension reports by a change event, which Preact does not
 * hear, or that the page's own script has set, whose events React ignores.
 */
function useFilledText(input: Pick<ComponentPropsWithoutRef<'input'>, 'value' | 'onChange'>) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useLatest(input)
  // StrictMode runs an effect twice.
  const isNew = useRef(true)
  useEffect(() => {
    const currentTarget = box.current?.querySelector('input')
    const take = () => {
      if (!currentTarget || currentTarget.value === latest.current.value) return
      const event = { currentTarget, nativeEvent: {} } as ChangeEvent<HTMLInputElement>
      latest.current.onChange?.(event)
    }
    if (isNew.current) take()
    isNew.current = false
    // Later, because the event is usually taken as well.
    const takeLater = () => void setTimeout(take)
    return listen(currentTarget, { input: takeLater, change: takeLater })
  }, [latest])
  return box
}
