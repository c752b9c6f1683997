import { useSyncExternalStore } from 'react'

function onChange(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The scheme that the reader chose on the site, which can differ from the system's. */
export const useSiteScheme = () =>
  useSyncExternalStore(
    onChange,
    () => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'),
    () => 'light' as const,
  )
