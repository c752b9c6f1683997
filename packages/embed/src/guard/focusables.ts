const SELECTOR = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]:not([tabindex="-1"])'

/** The visible elements of a shadow root that can be focused, in tab order. */
export function focusables(root: ShadowRoot): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(SELECTOR)].filter(
    (element) => !element.matches(':disabled, [tabindex="-1"]') && element.getClientRects().length > 0,
  )
}

/** The next or the previous element in tab order; after the last comes the first. */
export function nextFocusable(all: readonly HTMLElement[], current: HTMLElement, step: 1 | -1) {
  return all[(all.indexOf(current) + step + all.length) % all.length]
}
