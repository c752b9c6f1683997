import type { PayState } from '../flow/pay-state.js'

/** What was copied last. */
export type CopiedThing = 'invoice' | 'receipt' | 'payment_hash'

/** The text that is copied, or shown if copying fails. */
export function textOf(thing: CopiedThing, state: PayState): string | null {
  if (thing === 'invoice') return state.status === 'awaiting' ? state.charge.invoice : null
  if (thing === 'payment_hash') return 'charge' in state ? state.charge.id : null
  if (state.status !== 'paid') return null
  const { charge, preimage, at } = state
  return [
    `${charge.amountMsat / 1000n} sats, ${charge.address}, ${at.toISOString()}`,
    `payment hash ${charge.id}`,
    preimage !== undefined && `preimage ${preimage}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/**
 * Copies a text; resolves to whether it was copied. In a frame without permission the clipboard refuses, but the old
 * command works after a click.
 *
 * @param host an element of the widget, beside which the text is selected for a moment
 */
export async function copyText(text: string, host: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text, host)
  }
}

function copyByCommand(text: string, host: HTMLElement): boolean {
  const page = host.ownerDocument
  const root = host.getRootNode() as Document | ShadowRoot
  const before = root.activeElement
  const area = page.createElement('textarea')
  area.className = 'ly-hidden'
  area.value = text
  area.readOnly = true
  area.setAttribute('aria-hidden', 'true')
  host.append(area)
  try {
    area.select()
    return page.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
