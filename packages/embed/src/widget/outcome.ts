import type { Outcome, PayOutcome, RampOutcome } from '@leyden/react/options'
import type { Kind } from './settings/settings.js'

/** What every outcome has, besides its status and the fields that belong to it. */
interface OutcomeHeader {
  /** The version of this format. */
  v: 1
  /** The id of the overlay. A later outcome of the same payment or purchase has the same id. */
  id: string
}

/**
 * How an overlay ended. Use it only for what the page shows, because anybody can change a page. Give goods on your
 * server, when its own event reports the payment or the purchase.
 */
export type WidgetOutcome = OutcomeHeader &
  (
    | ({
        /** Which widget ended. */
        kind: 'pay'
      } & PayOutcome)
    | ({
        /** Which widget ended. */
        kind: 'ramp'
      } & RampOutcome)
  )

/** Gives an outcome its id. */
export function outcomeOf(id: string, kind: Kind, outcome: Outcome): WidgetOutcome {
  return Object.freeze({ v: 1, id, kind, ...outcome }) as WidgetOutcome
}
