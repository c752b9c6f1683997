import { useEffect, useState } from 'react'
import type { PayState } from '../flow/pay-state.js'
import { paymentPart } from '../loading/payment-part.js'
import type { CopiedThing } from './copy-text.js'

const SHOWN_MS = 2_500

/** The text that can be copied in a state, and whether it was copied. */
export function useCopying(state: PayState) {
  const [outcome, setOutcome] = useState<{ thing: CopiedThing; copied: boolean; status: string } | null>(null)
  const { status } = state
  useEffect(() => {
    if (!outcome?.copied) return
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async (thing: CopiedThing, host: HTMLElement | null, given?: string) => {
    const part = paymentPart.current()
    const text = given ?? part?.textOf(thing, state) ?? null
    if (!part || text === null || host === null) return
    setOutcome({ thing, copied: await part.copyText(text, host), status })
  }
  const share = async (text: string, host: HTMLElement | null) => {
    try {
      await navigator.share({ text })
    } catch (error) {
      // A frame without the permission has the method too.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy('receipt', host, text)
    }
  }
  // A result belongs to the state in which it was copied.
  const current = outcome?.status === status ? outcome : null
  return {
    copied: current?.copied ? current.thing : null,
    copyFailed: current && !current.copied ? current.thing : null,
    copy: (thing: CopiedThing, host: HTMLElement | null, text?: string) => void copy(thing, host, text),
    share: (text: string, host: HTMLElement | null) => void share(text, host),
  }
}
