import { type ChangeEvent, useState } from 'react'
import { listen } from '../page/listen.js'
import { useLatest } from '../page/use-latest.js'
import type { TextInputProps } from './text-input-props.js'

/** A change of a field's text. */
export interface TextEdit extends Pick<InputEvent, 'inputType' | 'data'> {
  field: HTMLInputElement
}

interface TextInput {
  /** Takes each change of the text. It may show another text in its place, and report it to the page. */
  take: (edit: TextEdit) => void
  /** Takes the text as it is while an input method composes it. */
  hold: (text: string) => void
}

/**
 * The value and the handler of each field whose text we rewrite or report. A text that is rewritten while an input
 * method composes it, as for Japanese, ends the composition, and the method then writes all of it again: 50 became
 * 55,050. So until the composition ends, the text is only read.
 */
export function useTextInput(
  text: string,
  { take, hold }: TextInput,
): Pick<TextInputProps, 'value' | 'onChange'> {
  const latest = useLatest({ text, take, hold })
  const [onChange] = useState(() => {
    let stopListening: (() => void) | undefined
    const take = (edit: TextEdit) => {
      stopListening?.()
      stopListening = undefined
      latest.current.take(edit)
    }
    return ({ currentTarget: field, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const { isComposing, inputType = '', data = null } = nativeEvent as Partial<InputEvent>
      if (isComposing) {
        latest.current.hold(field.value)
        const end = (data: string | null) => take({ field, inputType: COMPOSED, data })
        // Not by props, because the page's own field may have no handler but `onChange`.
        stopListening ??= listen(field, {
          compositionend: ({ data }) => end(data),
          blur: () => end(null),
        })
      } else if (stopListening || field.value !== latest.current.text) take({ field, inputType, data })
      // Otherwise nothing has changed: Firefox fires an input event after the end of a composition too.
    }
  })
  return { value: text, onChange }
}

const COMPOSED = 'insertCompositionText'

/** Whether a change comes from a key. A text that is pasted, dropped, filled in or set by the page is complete. */
export function isByKey(edit: TextEdit | undefined): boolean {
  return /^(insertText|insertComposition|delete)/.test(edit?.inputType ?? '')
}
