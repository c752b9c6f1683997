import { callAll } from '@leyden/core/internal'
import { useEffect, useState } from 'react'
import { listen } from '../../foundation/page/listen.js'
import { usePayContext } from './pay-context.js'

/** If the page is still in front after this time, no wallet has opened, in milliseconds. */
const OPENING_MS = 2_000

/** What became of the last link that was followed: a wallet is opening, or none opened; none after the person came back. */
type HandOff = 'none' | 'opening' | 'nothing'

/**
 * Follows the link with `data-ly-open` as soon as the invoice is shown, if the person has pressed "Pay" and the browser
 * still counts this press, and tells whether a link has opened a wallet.
 */
export function useHandOff() {
  const { root, payPressed } = usePayContext()
  const [outcome, setOutcome] = useState<HandOff>('none')
  const [follows, setFollows] = useState(0)

  useEffect(() => {
    const isPressed = payPressed.current
    payPressed.current = false
    if (isPressed && mayOpenApp()) root.current?.querySelector<HTMLElement>('[data-ly-open]')?.click()
  }, [root, payPressed])

  useEffect(() => {
    if (follows === 0) return
    let isAway = false
    const leave = () => {
      isAway = true
    }
    const comeBack = () => {
      if (isAway) setOutcome('none')
    }
    const isHidden = () => document.visibilityState === 'hidden'
    const timer = setTimeout(() => {
      if (!isAway && !isHidden()) setOutcome('nothing')
    }, OPENING_MS)
    return callAll([
      () => clearTimeout(timer),
      // A wallet may also open beside or over the page, which then loses the focus only.
      listen(window, { blur: leave, focus: comeBack }),
      listen(document, { visibilitychange: () => (isHidden() ? leave() : comeBack()) }),
    ])
  }, [follows])

  return {
    outcome,
    /** To be called when a link to a wallet is followed. */
    follow: () => {
      setOutcome('opening')
      setFollows((count) => count + 1)
    },
  }
}

/**
 * Whether a link to an app may be followed without a press of its own: soon after another press, and not in a frame,
 * where browsers refuse it. On Apple's devices an alert would appear if no app takes the link, and in the browser of an
 * Android app an error in place of the page.
 */
function mayOpenApp(): boolean {
  const { userActivation, userAgent } = navigator
  return (
    userActivation?.isActive === true &&
    window === window.top &&
    !/iP(hone|ad|od)|Macintosh|; wv\)/.test(userAgent)
  )
}
