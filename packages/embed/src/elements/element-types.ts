import type {
  AttributeType,
  BlockReason,
  CheckedCharge,
  PayStatus,
  payOptions,
  providerOptions,
  RampClosing,
  RampFlowStatus,
  RampSessionInfo,
  RampStep,
  rampOptions,
} from '@leyden/react/options'
import type { WidgetOutcome } from '../outcome/outcome.js'
import type { ElementSettings } from '../settings/settings.js'
import type { PayOptions, RampOptions } from '../widget/options.js'

/** `<pay-to-lightning-address>`. Its properties are the options of a payment. */
export interface PayToLightningAddressElement extends HTMLElement, PayOptions, ElementSettings {}

/** `<ramp-widget>`. Its properties are the options of the ramp. */
export interface RampWidgetElement extends HTMLElement, RampOptions, ElementSettings {}

type OutcomeOf<Status> = CustomEvent<Extract<WidgetOutcome, { status: Status }>>

/** The events of both elements. They bubble out of every shadow tree. */
export interface LeydenElementEvents {
  /** A charge of this element was paid: `amountMsat`, `lnaddress`, `evidence`, `reference`, `duplicateOf`. */
  'leyden-paid': OutcomeOf<'paid'>
  /** Your server was told that the purchase is complete: `sessionId`. */
  'leyden-completed': OutcomeOf<'completed'>
  /** The invoice or the session expired: an outcome. */
  'leyden-expired': CustomEvent<WidgetOutcome>
  /** The invoice expired, and nobody can tell whether it was paid: an outcome. */
  'leyden-unconfirmed': CustomEvent<WidgetOutcome>
  /** A request or the purchase failed, or the element cannot be shown: `code`, `retryable`. */
  'leyden-error': OutcomeOf<'error'>
  /** The person is done or closed the ramp; `by` is `provider` if the provider's page closed itself. */
  'leyden-close': CustomEvent<RampClosing>
  /** A person changed the address: the text of the field. */
  'leyden-address-change': CustomEvent<string>
  /** A person typed or chose an amount: satoshis as a `bigint`; `null` while the field holds no amount. */
  'leyden-amount-change': CustomEvent<bigint | null>
  /** A person changed the note: the text of the field. */
  'leyden-note-change': CustomEvent<string>
  /** A new invoice passed every check and is about to be shown: the charge, with `invoice` and `expiresAt`. */
  'leyden-charge': CustomEvent<CheckedCharge>
  /** A session was made: `sessionId`, `expiresAt`, `mode`. */
  'leyden-session': CustomEvent<RampSessionInfo>
  /** The provider's page is ready: `null`. */
  'leyden-ready': CustomEvent<null>
  /** The provider's page reports a step, in its own words: `step`, `detail`. A hint, like everything that a frame says. */
  'leyden-step': CustomEvent<RampStep>
  /** Something is proven to keep the ramp's frame from working: `reason` and `fix`. */
  'leyden-blocked': CustomEvent<{
    /** What keeps the frame from working. */
    reason: BlockReason
    /** What to change on the page or its server. */
    fix: string
  }>
  /** The flow has a new state: `status`. */
  'leyden-state-change': CustomEvent<{
    /** The new state of the payment or the purchase. */
    status: PayStatus | RampFlowStatus
  }>
}

/** The `detail` of an element's event. */
export type EventDetail<Name extends keyof LeydenElementEvents> = LeydenElementEvents[Name]['detail']

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
