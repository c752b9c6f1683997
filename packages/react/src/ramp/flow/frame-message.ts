import { fieldsOf, parseJson } from '@leyden/core/internal'
import type { UnionOf } from '../../foundation/flow/create-flow.js'

/** What a ramp page may report, each with its fields. */
interface FrameMessages {
  /** The page has loaded and can be used. */
  ready: object
  /** The person has reached another step. */
  step: {
    /** The ramp's own name of the step, such as `KYC`. Do not show it as it is. */
    step: string
    /** The ramp's own name of the state of that step, such as `pending`. Do not show it as it is. */
    detail?: string | undefined
  }
  /** The page claims that the purchase is complete. */
  done: object
  /** Something went wrong inside the page. */
  trouble: {
    /** The ramp's own error code. */
    code?: string | undefined
  }
  /** The person closed the page from inside. */
  close: object
  /** The page asks for a height. */
  height: {
    /** The height that the page needs, in CSS pixels. */
    heightPx: number
  }
}

/** What a ramp page reports about its progress. A hint only: it never makes a purchase complete. */
export type FrameMessage = UnionOf<'type', FrameMessages>

/**
 * Turns what a ramp posts into a {@link FrameMessage}; it returns null for a message that it does not know. It gets
 * only messages of the frame's own window and exact origin. What it throws is ignored.
 */
export type FrameMessageAdapter = (data: unknown) => FrameMessage | null

/** The longest JSON text that is parsed, in UTF-16 units. Parsing a longer one would block the page. */
const MAX_JSON = 65_536
/** The longest name or code that is taken over, in UTF-16 units. */
const MAX_NAME = 100

/**
 * The adapter for pages that post `{ type, payload }` as an object or as its JSON, with the type names that ramps
 * use: `WIDGET_READY`, `WIDGET_STEP_CHANGE`, `WIDGET_KYC_STATUS_CHANGE`, `WIDGET_TRANSACTION_COMPLETE`, `WIDGET_ERROR`,
 * `WIDGET_CLOSE`, `WIDGET_RESIZE`. The service documents none.
 */
export const readFrameMessage: FrameMessageAdapter = (data) => {
  const isJson = typeof data === 'string' && data.length <= MAX_JSON
  const { type, payload } = fieldsOf(isJson ? parseJson(data) : data)
  const { step, name, status, code, height } = fieldsOf(payload)
  const payloadName = nameOf(payload)
  switch (type) {
    case 'WIDGET_READY':
      return { type: 'ready' }
    case 'WIDGET_STEP_CHANGE': {
      const stepName = payloadName ?? nameOf(step) ?? nameOf(name)
      return stepName ? { type: 'step', step: stepName } : null
    }
    case 'WIDGET_KYC_STATUS_CHANGE': {
      const detail = payloadName ?? nameOf(status)
      return { type: 'step', step: 'kyc', detail }
    }
    case 'WIDGET_TRANSACTION_COMPLETE':
      return { type: 'done' }
    case 'WIDGET_ERROR':
      return { type: 'trouble', code: nameOf(code) }
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

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_NAME ? value : undefined
}
