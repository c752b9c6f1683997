// Types of the elements for JSX in React 18 and 19: `import type {} from '@leyden/embed/jsx'`.
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type {
  LeydenElementEvents,
  PayToLightningAddressElement,
  RampWidgetElement,
} from './dist/types/index.d.ts'

/** Text and numbers in kebab-case, for React 18; properties and `onleyden-paid`, for React 19. */
type ElementProps<E extends HTMLElement, Names extends keyof E> = DetailedHTMLProps<HTMLAttributes<E>, E> &
  Partial<Pick<E, Names>> & {
    [Event in keyof LeydenElementEvents as `on${Event}`]?: (event: LeydenElementEvents[Event]) => void
  } & {
    class?: string
    'amount-sats'?: number | string
    'default-amount-sats'?: number | string
    'default-address'?: string
    'default-description'?: string
    'quote-currency'?: string
    'base-currency'?: string
    'auto-start'?: string
    'ramp-origins'?: string
    'bff-url'?: string
    'color-scheme'?: 'light' | 'dark' | 'auto'
  }

type Own<E> = Exclude<keyof E, keyof HTMLElement>

interface LeydenElements {
  'pay-to-lightning-address': ElementProps<PayToLightningAddressElement, Own<PayToLightningAddressElement>>
  'ramp-widget': ElementProps<RampWidgetElement, Own<RampWidgetElement>>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends LeydenElements {}
  }
}
