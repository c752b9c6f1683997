import { cleanText } from '@leyden/core/internal'
import { readPastedText } from '@leyden/lightning'
import { type RefCallback, useEffect, useRef, useState } from 'react'
import { listen } from '../page/listen.js'
import { useLatest } from '../page/use-latest.js'
import { foldAddress } from '../query/keys.js'
import { isByKey, type TextEdit } from './use-text-input.js'

/** The delay between the last key and the look-up, in milliseconds: longer than a thumb needs for a letter. */
const DEBOUNCE_MS = 600
/** How long a text has to stay unchanged before an error is shown, in milliseconds. */
export const REST_MS = 1_500

/** An amount with more digits than all bitcoin in millisatoshis is none. */
const MAX_AMOUNT_CHARACTERS = 24

/**
 * Follows the text of an address field while somebody types it.
 *
 * @param onFinish called when a person leaves the field, or presses Enter in it
 */
export function useTyping(text: string, onFinish?: () => void) {
  const [isFinished, setFinished] = useState(true)
  const [hadSecret, setHadSecret] = useState(false)
  const [unusedAmount, setUnusedAmount] = useState<string>()
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
      stopListening.current = listen(field, {
        // Not a key event, because the page of a game may cancel those.
        beforeinput: ({ inputType }) => {
          if (inputType === 'insertLineBreak') finish()
        },
        // WebKit fires only the key event; 229 is the code of a key of an input method.
        keydown: ({ key, keyCode }) => {
          if (key === 'Enter' && keyCode !== 229) setFinished(true)
        },
      })
    },
  )
  return {
    /** Whether the text may be looked up: typing has paused for long enough, or the text is finished. */
    mayAsk: isFinished || paused === text,
    /** Whether an error may be shown. Nobody sees an error while they type. */
    mayRefuse: isFinished || rested === text,
    /** Whether the text is finished: it was pasted or chosen, or the person pressed Enter or left the field. */
    isFinished,
    /** Whether the last change was a secret key, which was removed. */
    hadSecret,
    /** The amount in the last text that was entered. It is not part of the address, and its unit is unknown. */
    unusedAmount,
    /**
     * Takes a change of the text. @returns the text to show: nothing in place of a secret key, which the page must not
     * get either, and the address of a text that was set at once, for example pasted, and not typed by key
     */
    take(entered: string, edit?: TextEdit): string {
      const { kind, amount } = readPastedText(entered)
      const isSecret = kind === 'secret_key'
      const isWhole = !isByKey(edit)
      setHadSecret(isSecret)
      setUnusedAmount(amount && cleanText(amount, MAX_AMOUNT_CHARACTERS))
      setFinished(isWhole)
      const next = isSecret ? '' : isWhole ? foldAddress(entered) : entered
      // Preact does not reset a field if the state stays the same, as when the same text is pasted twice.
      if (edit && next !== entered) edit.field.value = next
      return next
    },
    /** Tells that an input method composes the text. Nothing is read out of it yet. */
    hold(): void {
      setHadSecret(false)
      setUnusedAmount(undefined)
      setFinished(false)
    },
    finish,
    /** The ref of the field. Its Enter key finishes the text. */
    ref,
  }
}

/** The progress of typing a text. */
export type Typing = ReturnType<typeof useTyping>

/** Debounces a value; the first one is returned at once. */
export function useDebounced<T>(value: T, delayMs: number): T {
  const [debounced, setDebounced] = useState(value)
  const isSame = Object.is(value, debounced)
  useEffect(() => {
    if (isSame) return
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs, isSame])
  return debounced
}
