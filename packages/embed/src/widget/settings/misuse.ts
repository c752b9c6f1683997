import type { LeydenError } from '@leyden/core'
import { checkBaseUrl, sentenceOf } from '@leyden/core/internal'
import { isRampPage, isSandbox } from '@leyden/react/options'
import { LeydenMisuse } from './leyden-misuse.js'
import type { EmbedSettings, Kind } from './settings.js'

export function assertKind(kind: unknown): asserts kind is Kind {
  if (kind !== 'pay' && kind !== 'ramp')
    throw new LeydenMisuse(`There are the kinds 'pay' and 'ramp', not ${JSON.stringify(kind)}.`)
}

/** Refuses a bad `bffUrl`, and a `rampPage` that a phone could not open, when they are set. */
export function assertUrls({ bffUrl, rampPage }: EmbedSettings): void {
  if (rampPage !== undefined && !isRampPage(rampPage))
    throw new LeydenMisuse('rampPage must be an https URL.')
  try {
    if (bffUrl !== undefined && !isSandbox(bffUrl)) checkBaseUrl(bffUrl, 'bffUrl')
  } catch (error) {
    throw new LeydenMisuse(sentenceOf(error as LeydenError))
  }
}
