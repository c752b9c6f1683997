// Types of the elements for Solid 1: `import type {} from '@leyden/embed/solid'`.
import type {
  LeydenElementEvents,
  PayElementProps,
  PayToLightningAddressElement,
  RampElementProps,
  RampWidgetElement,
} from '@leyden/embed'
import type { JSX as Solid } from 'solid-js'

type Listeners = {
  [Name in keyof LeydenElementEvents as `on:${Name}`]?: (event: LeydenElementEvents[Name]) => void
}
/** Solid writes any other name as an attribute, unless the element has its property. */
type Properties<Props> = { [Name in keyof Props & string as `prop:${Name}`]?: Props[Name] }
type ElementProps<E extends HTMLElement, Props> = Solid.HTMLAttributes<E> &
  Props &
  Properties<Props> &
  Listeners

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-to-lightning-address': ElementProps<PayToLightningAddressElement, PayElementProps>
      'ramp-widget': ElementProps<RampWidgetElement, RampElementProps>
    }
  }
}
