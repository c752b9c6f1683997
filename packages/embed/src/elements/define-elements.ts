import type { Kind } from '../settings/settings.js'
import { type ElementContext, elementClass } from './leyden-element.js'

export const tagOf: { readonly [K in Kind]: string } = {
  pay: 'pay-to-lightning-address',
  ramp: 'ramp-widget',
}

/** Registers both elements, unless another copy of Leyden on the page has registered them. */
export function defineElements(context: ElementContext): void {
  for (const kind of ['pay', 'ramp'] as const)
    if (!customElements.get(tagOf[kind])) customElements.define(tagOf[kind], elementClass(kind, context))
}
