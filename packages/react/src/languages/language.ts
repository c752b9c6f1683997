import type { Message } from '../messages/message.js'

/**
 * The words of one language. Lines stand in the order of the English catalogue, without their names: names
 * would be a third of what a page loads.
 */
export interface Language {
  /** BCP 47; for numbers, dates, plural forms and direction too. */
  locale: string
  pay?: readonly Message[]
  ramp?: readonly Message[]
}
