const SELECTOR = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]:not([tabindex="-1"])'

/** What can be focused in a shadow root and is drawn, in the order of Tab. */
export function focusables(root: ShadowRoot): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(SELECTOR)].filter(
    (element) => !element.matches(':disabled, [tabindex="-1"]') && element.getClientRects().length > 0,
  )
}
