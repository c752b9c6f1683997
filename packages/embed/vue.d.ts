// Types of the elements for templates of Vue 3: `import type {} from '@leyden/embed/vue'`.
import type { LeydenElementEvents, PayElementProps, RampElementProps } from '@leyden/embed'
import type { HTMLAttributes, PublicProps } from 'vue'

/** `@leyden-paid` in a template is the prop `onLeydenPaid`. */
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Name>
type Listeners = {
  [Name in keyof LeydenElementEvents as `on${Camel<Name>}`]?: (event: LeydenElementEvents[Name]) => void
}
type Element<Props> = new () => { $props: HTMLAttributes & PublicProps & Props & Listeners }

declare module 'vue' {
  interface GlobalComponents {
    'pay-to-lightning-address': Element<PayElementProps>
    'ramp-widget': Element<RampElementProps>
  }
}
