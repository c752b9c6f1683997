import type { AttributeOf, payOptions, providerOptions, rampOptions } from '@leyden/react/options'
import type { WidgetOutcome } from '../widget/outcome.js'
import type { ElementSettings, PayOptions, RampOptions } from '../widget/settings/settings.js'
import type { WidgetReport } from '../widget/widget.js'

/** `<pay-to-lightning-address>`. Its properties are the options of a payment. */
export interface PayToLightningAddressElement extends HTMLElement, PayOptions, ElementSettings {}

/** `<ramp-widget>`. Its properties are the options of the ramp. */
export interface RampWidgetElement extends HTMLElement, RampOptions, ElementSettings {}

/** An event of an element, as the tables of callbacks have it. An outcome in it has an id and the kind of its widget. */
type ElementEvent<Name extends WidgetReport['name']> = CustomEvent<
  DetailOf<Extract<WidgetReport, { name: Name }>>
>
type DetailOf<Report extends WidgetReport> = Report extends { outcome: { status: infer Status } }
  ? Extract<WidgetOutcome, { status: Status }>
  : Report extends { detail: infer Detail }
    ? Detail
    : never

/** The events of both elements. They bubble out of every shadow tree. */
export interface LeydenElementEvents {
  /**
   * A charge of this element was paid. `detail` has `amountMsat`, `lnaddress`, `evidence`, `reference` and
   * `duplicateOf`.
   */
  'leyden-paid': ElementEvent<'leyden-paid'>
  /** Your server received the event that the purchase is complete. `detail` has `sessionId`. */
  'leyden-completed': ElementEvent<'leyden-completed'>
  /** The invoice or the session expired. `detail` is an outcome. */
  'leyden-expired': ElementEvent<'leyden-expired'>
  /** The element cannot find out whether the invoice was paid, or how the purchase ends. `detail` is an outcome. */
  'leyden-unconfirmed': ElementEvent<'leyden-unconfirmed'>
  /**
   * A look-up, a request or the purchase failed, an invoice was refused, the ramp's page reports an error, or the
   * element cannot be shown. `detail` has `code` and `retryable`.
   */
  'leyden-error': ElementEvent<'leyden-error'>
  /**
   * The person pressed "Done" or closed the ramp (`by` is `person`), or the ramp's page closed itself (`by` is
   * `provider`). `detail` has `by`.
   */
  'leyden-close': ElementEvent<'leyden-close'>
  /**
   * The person typed or chose an amount. `detail` is the amount in satoshis as a `bigint`, or `null` while the field
   * contains no amount.
   */
  'leyden-amount-change': ElementEvent<'leyden-amount-change'>
  /**
   * A new invoice has passed every check, and the element is about to show it. It is sent once per invoice and page
   * load. `detail` is the charge, with `invoice` and `expiresAt`.
   */
  'leyden-charge': ElementEvent<'leyden-charge'>
  /** The element received a session. `detail` has `sessionId`, `expiresAt` and `mode`. */
  'leyden-session': ElementEvent<'leyden-session'>
  /** The ramp's page is ready. `detail` is `null`. */
  'leyden-ready': ElementEvent<'leyden-ready'>
  /**
   * The ramp's frame certainly cannot work here. `detail` has `reason`, and `fix` says what to change on the page or its
   * server.
   */
  'leyden-blocked': ElementEvent<'leyden-blocked'>
  /** The status of the payment or the purchase changed. `detail` has `status`. */
  'leyden-state-change': ElementEvent<'leyden-state-change'>
}

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
 * The props that JSX accepts for an element: each option by its own name, and each attribute in kebab-case and in lower
 * case. A name that is the same in all accepts either type.
 */
type Props<Options, Table> = {
  [Name in keyof Options & string]?: Name extends Kebab<Name>
    ?
        | Options[Name]
        | (Name extends keyof Table ? AttributeValue<Options[Name], AttributeOf<Table[Name]>> : never)
    : Options[Name]
} & {
  [Name in keyof Options & keyof Table & string as AttributeOf<Table[Name]> extends never
    ? never
    : Exclude<Kebab<Name> | Lowercase<Name>, Name>]?: AttributeValue<Options[Name], AttributeOf<Table[Name]>>
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
