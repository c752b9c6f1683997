import { fieldsOf, parseJson } from '@leyden/core/internal'

/** What a ramp page says of its progress. A hint only: it never makes a purchase complete. */
export type FrameMessage =
  | { type: 'ready' }
  /** `step` and `detail` are the provider's own words, such as `KYC` and `pending`: not shown as they are. */
  | { type: 'step'; step: string; detail?: string | undefined }
  /** It claims that the purchase is made. */
  | { type: 'done' }
  | { type: 'trouble'; code?: string | undefined }
  | { type: 'close' }
  | { type: 'height'; heightPx: number }

/**
 * Turns what a provider posts into a {@link FrameMessage}, or into null for what it does not know. It is called
 * only with messages of the frame's own window and exact origin; what it throws is swallowed.
 */
export type FrameMessageAdapter = (data: unknown) => FrameMessage | null

/** A provider has no reason to say more than this, and parsing more would hold the page up. */
const MAX_JSON = 65_536
const MAX_WORD = 100

/**
 * The adapter for pages that post `{ type, payload }` as an object or as its JSON, with the names seen in the
 * field: `WIDGET_READY`, `WIDGET_STEP_CHANGE`, `WIDGET_KYC_STATUS_CHANGE`, `WIDGET_TRANSACTION_COMPLETE`,
 * `WIDGET_ERROR`, `WIDGET_CLOSE`, `WIDGET_RESIZE`. The service documents none.
 */
export const readFrameMessage: FrameMessageAdapter = (data) => {
  const isJson = typeof data === 'string' && data.length <= MAX_JSON
  const { type, payload } = fieldsOf(isJson ? parseJson(data) : data)
  const { step, name, status, code, height } = fieldsOf(payload)
  const said = word(payload)
  switch (type) {
    case 'WIDGET_READY':
      return { type: 'ready' }
    case 'WIDGET_STEP_CHANGE': {
      const where = said ?? word(step) ?? word(name)
      return where ? { type: 'step', step: where } : null
    }
    case 'WIDGET_KYC_STATUS_CHANGE': {
      const detail = said ?? word(status)
      return { type: 'step', step: 'kyc', detail }
    }
    case 'WIDGET_TRANSACTION_COMPLETE':
      return { type: 'done' }
    case 'WIDGET_ERROR':
      return { type: 'trouble', code: word(code) }
    case 'WIDGET_CLOSE':
    case 'WIDGET_CLOSED':
      return { type: 'close' }
    case 'WIDGET_RESIZE':
    case 'WIDGET_HEIGHT':
      return Number.isFinite(height) ? { type: 'height', heightPx: Number(height) } : null
    default:
      return null
  }
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_WORD ? value : undefined
}
