import { type ChangeEvent, type RefCallback, useEffect, useRef, useState } from 'react'
import { useLatest } from '../provider/use-latest.js'

/** How long after the last key a text is looked up, in milliseconds: longer than a thumb takes for a letter. */
const DEBOUNCE_MS = 600
/** How long a text has to rest until a person is told that it is wrong, in milliseconds. */
const REST_MS = 1_500

/**
 * Follows a text while somebody types it.
 *
 * @param onFinish called when a person leaves the field, or presses Enter in it.
 */
export function useTyping(text: string, onFinish?: () => void) {
  const [isFinished, setFinished] = useState(true)
  const stopListening = useRef(() => {})
  const paused = useDebounced(text, DEBOUNCE_MS)
  const rested = useDebounced(text, REST_MS)
  const latest = useLatest(onFinish)
  const [finish] = useState(() => () => {
    setFinished(true)
    latest.current?.()
  })
  const [ref] = useState(
    (): RefCallback<HTMLInputElement> => (field) => {
      stopListening.current()
      // This is no key event, because the page of a game may stop those.
      const onInput = ({ inputType }: InputEvent) => {
        if (inputType === 'insertLineBreak') finish()
      }
      // WebKit reports the key alone; 229 is a key of an input method.
      const onKey = ({ key, keyCode }: KeyboardEvent) => {
        if (key === 'Enter' && keyCode !== 229) setFinished(true)
      }
      field?.addEventListener('beforeinput', onInput)
      field?.addEventListener('keydown', onKey)
      stopListening.current = () => {
        field?.removeEventListener('beforeinput', onInput)
        field?.removeEventListener('keydown', onKey)
      }
    },
  )
  return {
    /** Whether the text may be looked up: it has paused for long enough, or is finished. */
    mayAsk: isFinished || paused === text,
    /** Whether a person may be told that the text is wrong. Nobody is told off while typing. */
    mayRefuse: isFinished || rested === text,
    /** Whether the text is finished: pasted, chosen, entered with the Enter key, or left. */
    isFinished,
    /** Notes a change of the text. @returns whether it came whole, as when it was pasted, and not by a key. */
    noteChange(event?: ChangeEvent<HTMLInputElement>): boolean {
      const isWhole = !isByKey(event)
      setFinished(isWhole)
      return isWhole
    },
    finish,
    /** For the field, whose Enter key finishes the text. */
    ref,
  }
}

/** How far somebody is with a text. */
export type Typing = ReturnType<typeof useTyping>

/** Whether a change is one of many: what is pasted, dropped, filled in or set by the page is the whole text. */
function isByKey(event: ChangeEvent<HTMLInputElement> | undefined): boolean {
  const { inputType = '' } = (event?.nativeEvent ?? {}) as Partial<InputEvent>
  return /^(insertText|insertComposition|delete)/.test(inputType)
}

/** Debounces a value; the first one is returned at once. */
function useDebounced<T>(value: T, delayMs: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
