import type { AttributeType, payOptions, providerOptions, rampOptions } from '@leyden/react/options'
import type { ElementSettings, PayOptions, RampOptions } from '../widget/settings/settings.js'
import type { LeydenElementEvents } from '../widget/widget-events.js'

/** `<pay-to-lightning-address>`. Its properties are the options of a payment. */
export interface PayToLightningAddressElement extends HTMLElement, PayOptions, ElementSettings {}

/** `<ramp-widget>`. Its properties are the options of the ramp. */
export interface RampWidgetElement extends HTMLElement, RampOptions, ElementSettings {}

/** `amountSats` → `amount-sats`. */
type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : Name

/** The types that JSX accepts for an attribute. A list is one text, separated by spaces. */
interface AttributeValues {
  number: number | bigint | string
  flag: boolean | 'true' | 'false' | ''
  numbers: string
  texts: string
}

type AttributeValue<Value, Type> =
  | (Type extends keyof AttributeValues ? AttributeValues[Type] : Value)
  | undefined

/**
 * The props that JSX accepts for an element: each option by its own name, and each attribute in kebab-case. A name that
 * is the same in both accepts either type.
 */
type Props<Options, Table> = {
  [Name in keyof Options & string]?: Name extends Kebab<Name>
    ? Options[Name] | (Name extends keyof Table ? AttributeValue<Options[Name], Table[Name]> : never)
    : Options[Name]
} & {
  [Name in keyof Options & keyof Table & string as Table[Name] extends AttributeType
    ? Name extends Kebab<Name>
      ? never
      : Kebab<Name>
    : never]?: AttributeValue<Options[Name], Table[Name]>
}

type EventProps = {
  [Name in keyof LeydenElementEvents as `on${Name}`]?: (event: LeydenElementEvents[Name]) => void
}

type SettingProps = Props<ElementSettings, typeof providerOptions>

/** The props that JSX accepts for `<pay-to-lightning-address>`, besides those of every element. */
export type PayElementProps = Props<PayOptions, typeof payOptions> & SettingProps & EventProps

/** The props that JSX accepts for `<ramp-widget>`, besides those of every element. */
export type RampElementProps = Props<RampOptions, typeof rampOptions> & SettingProps & EventProps

declare global {
  interface HTMLElementTagNameMap {
    'pay-to-lightning-address': PayToLightningAddressElement
    'ramp-widget': RampWidgetElement
  }
  interface HTMLElementEventMap extends LeydenElementEvents {}
}
