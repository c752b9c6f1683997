// Types of the elements for JSX in React 18 and 19: `import type {} from '@leyden/embed/jsx'`.
import type {
  PayElementProps,
  PayToLightningAddressElement,
  RampElementProps,
  RampWidgetElement,
} from '@leyden/embed'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type ElementProps<E extends HTMLElement> = DetailedHTMLProps<HTMLAttributes<E>, E> & {
  class?: string | undefined
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-to-lightning-address': ElementProps<PayToLightningAddressElement> & PayElementProps
      'ramp-widget': ElementProps<RampWidgetElement> & RampElementProps
    }
  }
}
