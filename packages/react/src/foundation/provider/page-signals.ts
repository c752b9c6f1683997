import { useEffect, useState, useSyncExternalStore } from 'react'
import { listen } from '../page/listen.js'

type Subscribe = (notify: () => void) => () => void

/** A value that only a browser knows. On a server, and while a page is hydrated, it is `before`. */
export function useBrowserValue<T>(subscribe: Subscribe, read: () => T, before: T): T {
  return useSyncExternalStore(subscribe, read, () => before)
}

/** The subscription to a value that never changes. */
export const neverChanges: Subscribe = () => () => {}

const subscribeOnline: Subscribe = (notify) => listen(window, { online: notify, offline: notify })

/** Whether the browser reports a network connection. */
export function useOnline(): boolean {
  return useBrowserValue(subscribeOnline, () => navigator.onLine, true)
}

// jsdom has no media queries, and tests in it must work without a polyfill.
const touchQuery = () => window.matchMedia?.('(pointer: coarse)')

const subscribeTouch: Subscribe = (notify) => listen(touchQuery(), { change: notify })

/** Whether the main pointer is a finger: on a phone or tablet, people more likely have a wallet on the same device. */
export function useTouch(): boolean {
  return useBrowserValue(subscribeTouch, () => touchQuery()?.matches ?? false, false)
}

const phoneQuery = () => window.matchMedia?.('(max-width: 479.98px)')

const subscribePhone: Subscribe = (notify) => listen(phoneQuery(), { change: notify })

/** Whether the window is as narrow as a phone: below 480 px, as in the style sheet of the dialog. */
export function useNarrowWindow(): boolean {
  return useBrowserValue(subscribePhone, () => phoneQuery()?.matches ?? false, false)
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
    const timer = setTimeout(() => setLasting(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [active, delayMs])
  return active && lasting
}
