import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** `useLayoutEffect` without its warning on a server. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** A ref with the latest value, for callbacks: a new inline function restarts nothing. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useBrowserLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
