import { callAll } from '@leyden/core/internal'
import { listen, shareListener } from './listen.js'

/** Whether something has answered although the browser reports no network. */
let isAnswered = false

/**
 * Whether there is a network. A browser that reports none may be wrong, as with some VPNs, and a server on the same
 * device needs none: an ad blocker or a policy of the page would be told as "You are offline". So only a page whose own
 * server does not answer either is offline.
 */
export const isOnline = (): boolean => navigator.onLine || isAnswered

/** Whether the browser reports no network, and is wrong. */
export const isReportWrong = (): boolean => !navigator.onLine && isAnswered

/** Called when {@link isOnline} may have changed. */
export const subscribeOnline: (listener: () => void) => () => void = shareListener((notify) => {
  const answer = () => {
    isAnswered = true
    notify()
  }
  const ask = () => {
    isAnswered = false
    // A file has no server, and a blob would answer without one.
    if (navigator.onLine || !location.protocol.startsWith('http')) return
    const init = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' } as const
    fetch(location.href, init).then(answer, () => {})
  }
  const change = () => {
    ask()
    notify()
  }
  // A request that the policy of the page has stopped did not fail for want of a network. The question to the page's own
  // server, which it may stop too, says nothing.
  const securitypolicyviolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'connect-src' && blockedURI !== location.href.split('#')[0]) answer()
  }
  ask()
  return callAll([
    listen(window, { online: change, offline: change }),
    listen(document, { securitypolicyviolation }),
  ])
})
