import type { LeydenError } from '@leyden/core'
import type { BlockReason, RampState } from '../ramp-flow/index.js'
import type { RampClosing, RampPurchase, RampSessionInfo } from './ramp-options.js'

/** The events of a ramp widget for its page; each type is named like its callback prop. */
export type RampWidgetEvent =
  | { type: 'stateChange'; state: RampState }
  | { type: 'session'; session: RampSessionInfo }
  | { type: 'ready' }
  | { type: 'step'; step: string; detail?: string | undefined }
  | { type: 'expired'; session: RampSessionInfo }
  | { type: 'completed'; purchase: RampPurchase }
  | { type: 'blocked'; reason: BlockReason; fix: string }
  | { type: 'close'; by: RampClosing['by'] }
  | { type: 'done' }
  | { type: 'error'; error: LeydenError }
