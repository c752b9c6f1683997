import { useEffect, useState, useSyncExternalStore } from 'react'

function subscribeOnline(notify: () => void): () => void {
  window.addEventListener('online', notify)
  window.addEventListener('offline', notify)
  return () => {
    window.removeEventListener('online', notify)
    window.removeEventListener('offline', notify)
  }
}

/** Whether the browser reports a network connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  )
}

const touch = '(pointer: coarse)'

// jsdom has no media queries, and tests in it must work without a polyfill.
const touchQuery = () => window.matchMedia?.(touch)

function subscribeTouch(notify: () => void): () => void {
  const query = touchQuery()
  query?.addEventListener('change', notify)
  return () => query?.removeEventListener('change', notify)
}

/** Whether the main pointer is a finger: on a phone or tablet, people more likely have a wallet on the same device. */
export function useTouch(): boolean {
  return useSyncExternalStore(
    subscribeTouch,
    () => touchQuery()?.matches ?? false,
    () => false,
  )
}

const never = () => () => {}

/** Whether the device has a share sheet. */
export function useCanShare(): boolean {
  return useSyncExternalStore(
    never,
    () => typeof navigator.share === 'function',
    () => false,
  )
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
