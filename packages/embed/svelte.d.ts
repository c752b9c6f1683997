// Types of the elements for Svelte 5: `import type {} from '@leyden/embed/svelte'`.
import type {
  PayElementProps,
  PayToLightningAddressElement,
  RampElementProps,
  RampWidgetElement,
} from '@leyden/embed'
import type { HTMLAttributes } from 'svelte/elements'

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pay-to-lightning-address': HTMLAttributes<PayToLightningAddressElement> & PayElementProps
    'ramp-widget': HTMLAttributes<RampWidgetElement> & RampElementProps
  }
}
