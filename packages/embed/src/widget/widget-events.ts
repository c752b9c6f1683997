import type {
  BlockReason,
  CheckedCharge,
  PayStatus,
  RampClosing,
  RampFlowStatus,
  RampSessionInfo,
  RampStep,
} from '@leyden/react/options'
import type { WidgetOutcome } from './outcome.js'

type OutcomeOf<Status> = CustomEvent<Extract<WidgetOutcome, { status: Status }>>

/** The events of both elements. They bubble out of every shadow tree. */
export interface LeydenElementEvents {
  /**
   * A charge of this element was paid. `detail` has `amountMsat`, `lnaddress`, `evidence`, `reference` and
   * `duplicateOf`.
   */
  'leyden-paid': OutcomeOf<'paid'>
  /** Your server received the event that the purchase is complete. `detail` has `sessionId`. */
  'leyden-completed': OutcomeOf<'completed'>
  /** The invoice or the session expired. `detail` is an outcome. */
  'leyden-expired': CustomEvent<WidgetOutcome>
  /** The invoice expired, and the BFF cannot find out whether it was paid. `detail` is an outcome. */
  'leyden-unconfirmed': CustomEvent<WidgetOutcome>
  /** A request or the purchase failed, or the element cannot be shown. `detail` has `code` and `retryable`. */
  'leyden-error': OutcomeOf<'error'>
  /**
   * The person pressed "Done" or closed the ramp (`by` is `person`), or the provider's page closed itself (`by` is
   * `provider`). `detail` has `by`.
   */
  'leyden-close': CustomEvent<RampClosing>
  /** The person changed the address. `detail` is the text of the field. */
  'leyden-address-change': CustomEvent<string>
  /**
   * The person typed or chose an amount. `detail` is the amount in satoshis as a `bigint`, or `null` while the field
   * contains no amount.
   */
  'leyden-amount-change': CustomEvent<bigint | null>
  /** The person changed the note. `detail` is the text of the field. */
  'leyden-note-change': CustomEvent<string>
  /**
   * A new invoice has passed every check, and the element is about to show it. `detail` is the charge, with `invoice`
   * and `expiresAt`.
   */
  'leyden-charge': CustomEvent<CheckedCharge>
  /** The element received a session. `detail` has `sessionId`, `expiresAt` and `mode`. */
  'leyden-session': CustomEvent<RampSessionInfo>
  /** The provider's page is ready. `detail` is `null`. */
  'leyden-ready': CustomEvent<null>
  /**
   * The provider's page reports a step. The provider chooses the names of the steps. `detail` has `step` and `detail`.
   * Do not rely on this report: a frame can send any message.
   */
  'leyden-step': CustomEvent<RampStep>
  /** The ramp's frame certainly cannot work here. `detail` has `reason` and `fix`. */
  'leyden-blocked': CustomEvent<{
    /** What keeps the frame from working. */
    reason: BlockReason
    /** What to change on the page or its server. */
    fix: string
  }>
  /** The state of the payment or the purchase changed. `detail` has `status`. */
  'leyden-state-change': CustomEvent<{
    /** The new state of the payment or the purchase. */
    status: PayStatus | RampFlowStatus
  }>
}

/** The `detail` of an element's event. */
export type EventDetail<Name extends keyof LeydenElementEvents> = LeydenElementEvents[Name]['detail']
