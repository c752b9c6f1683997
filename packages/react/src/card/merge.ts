import { type Ref, type RefCallback, useCallback } from 'react'

export function joinClasses(...names: (string | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** One ref callback for two refs of the same element. */
export function useMergedRef<T>(first: Ref<T> | undefined, second: Ref<T> | undefined): RefCallback<T> {
  return useCallback(
    (element: T | null) => {
      for (const ref of [first, second]) {
        if (typeof ref === 'function') ref(element)
        else if (ref) (ref as { current: T | null }).current = element
      }
    },
    [first, second],
  )
}
