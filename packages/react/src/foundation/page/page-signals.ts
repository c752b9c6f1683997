import { useEffect, useState, useSyncExternalStore } from 'react'
import { listen, shareListener } from './listen.js'
import { isOnline, subscribeOnline } from './online.js'

type Subscribe = (notify: () => void) => () => void

/** A value that only a browser knows. On a server, and while a page is hydrated, it is `before`. */
export function useBrowserValue<T>(subscribe: Subscribe, read: () => T, before: T): T {
  return useSyncExternalStore(subscribe, read, () => before)
}

/** The subscription to a value that never changes. */
export const neverChanges: Subscribe = () => () => {}

/** Whether there is a network. */
export function useOnline(): boolean {
  return useBrowserValue(subscribeOnline, isOnline, true)
}

/** A media query, which the browser evaluates once for all widgets of a page. */
function mediaQuery(query: string): { subscribe: Subscribe; matches: () => boolean } {
  let list: MediaQueryList | undefined
  const open = () => {
    // jsdom has no media queries, and tests in it must work without a polyfill.
    list ??= window.matchMedia?.(query)
    return list
  }
  return {
    subscribe: shareListener((notify) => {
      const stop = listen(open(), { change: notify })
      return () => {
        stop()
        list = undefined
      }
    }),
    matches: () => open()?.matches ?? false,
  }
}

const touch = mediaQuery('(pointer: coarse)')

/** Whether the main pointer is a finger: on a phone or tablet, people more likely have a wallet on the same device. */
export function useTouch(): boolean {
  return useBrowserValue(touch.subscribe, touch.matches, false)
}

const phone = mediaQuery('(max-width: 479.98px), (max-height: 479.98px)')

/** Whether the window is as small as a phone: a side is below 480 px, as in the style sheet of the dialog. */
export function useSmallWindow(): boolean {
  return useBrowserValue(phone.subscribe, phone.matches, false)
}

/** Whether the device has a share sheet. */
export function useCanShare(): boolean {
  return useBrowserValue(neverChanges, () => typeof navigator.share === 'function', false)
}

/** True once `active` has been true for a while. */
export function useLasting(active: boolean, delayMs: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!active) return
    let hasLasted = false
    const timer = setTimeout(() => {
      hasLasted = true
      setLasting(true)
    }, delayMs)
    return () => {
      clearTimeout(timer)
      // React may render once more for a state that stays the same.
      if (hasLasted) setLasting(false)
    }
  }, [active, delayMs])
  return active && lasting
}
