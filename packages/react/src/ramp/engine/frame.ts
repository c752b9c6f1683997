import { fieldsOf, tryOrUndefined } from '@leyden/core/internal'
import { listen } from '../../foundation/page/listen.js'
import { type FrameMessage, type FrameMessageAdapter, readFrameMessage } from '../flow/frame-message.js'
import type { CheckedSession } from '../flow/ramp-session.js'
import { frameOf } from '../flow/ramp-view.js'
import type { RampFlow, RampSettings } from '../ramp-settings.js'
import { allowAttribute } from './check-environment.js'

/**
 * The frame may use scripts, its own storage and forms, and open unrestricted pop-ups (of a bank or an identity
 * provider). It may not download files or navigate this page.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/** The permissions that the frame grants in any case. */
const GRANTED = ['camera', 'payment', 'clipboard-write']

/** The attributes of the frame, fixed for the life of a session. */
export interface FrameAttributes {
  /** The widget URL, exactly as the server sent it. */
  src: string
  /** The permissions, for the ramp's origins only. */
  allow: string
  /** What the ramp's page may do. */
  sandbox: string
  /** The ramp learns the origin of this page, and no more of its URL. */
  referrerPolicy: 'strict-origin'
  /**
   * Set only if this page is cross-origin isolated, because it empties the frame's storage. Any text sets the
   * attribute; Preact sets the property and needs a text that is not empty.
   */
  credentialless?: 'true' | undefined
}

/** The attributes of a session's frame; null if the session cannot be opened any more. */
export function frameAttributes(
  { widgetUrl, origins }: CheckedSession,
  needs: readonly string[] = [],
): FrameAttributes | null {
  if (widgetUrl === undefined) return null
  const isolated = window.crossOriginIsolated && 'credentialless' in HTMLIFrameElement.prototype
  return {
    src: widgetUrl,
    allow: allowAttribute([...new Set([...GRANTED, ...needs])], origins),
    sandbox: SANDBOX,
    referrerPolicy: 'strict-origin',
    credentialless: isolated ? 'true' : undefined,
  }
}

/** Listens to messages of the frame that is in the page now: only of its window and its exact origin. */
export function listenToFrame(
  flow: RampFlow,
  settings: () => RampSettings,
  frame: () => HTMLIFrameElement | null,
): () => void {
  const onMessage = (event: MessageEvent) => {
    const shown = frameOf(flow.getState())
    const element = frame()
    const frameWindow = element?.contentWindow
    if (!shown || !frameWindow || event.source !== frameWindow || event.origin !== shown.session.origin)
      return
    const message = read(settings().messageAdapter ?? readFrameMessage, event)
    if (!message) return
    if (message.type === 'height') resize(element, message.heightPx)
    else flow.send({ type: 'message', id: shown.session.id, message })
  }
  return listen(window, { message: onMessage })
}

/** The least height of a frame, in CSS pixels: a page that reports less is measuring while it is empty. */
const MIN_HEIGHT_PX = 240

/** Sets the height that the frame asks for. The style sheet limits it to the screen. */
function resize(frame: HTMLIFrameElement, heightPx: number): void {
  frame.style.setProperty('--ly-frame-height', `${Math.round(Math.max(heightPx, MIN_HEIGHT_PX))}px`)
}

/** Keeps the frame above an on-screen keyboard, which does not change the page's height. */
export function fitFrame(frame: () => HTMLIFrameElement | null): () => void {
  const viewport = window.visualViewport
  const fit = () => frame()?.style.setProperty('--ly-seen-height', `${Math.floor(viewport?.height ?? 720)}px`)
  return listen(viewport, { resize: fit })
}

function read(adapter: FrameMessageAdapter, event: MessageEvent): FrameMessage | null {
  const message = tryOrUndefined(() => adapter(event.data))
  return message && isWellFormed(message) ? message : null
}

/** An adapter of the page may return anything. */
function isWellFormed(message: FrameMessage): boolean {
  const { type, code = '', step, heightPx } = fieldsOf(message)
  if (type === 'trouble') return typeof code === 'string'
  if (type === 'step') return typeof step === 'string'
  return type === 'height' ? Number.isFinite(heightPx) : /^(ready|done|close)$/.test(String(type))
}

interface RefusalBody {
  toJSON?: (() => { blockedURL?: string | undefined; disposition?: string | undefined }) | undefined
}

/** Listens for the browser's report that it refused to load the frame: proof, not a guess. */
export function listenToRefusals(flow: RampFlow): () => void {
  const isOurs = (url: string) => {
    const shown = frameOf(flow.getState())
    return shown?.session.origins.some((origin) => url === origin || url.startsWith(`${origin}/`)) ?? false
  }
  const onViolation = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (disposition === 'enforce' && effectiveDirective === 'frame-src' && isOurs(blockedURI))
      flow.send({ type: 'blocked', reason: 'frame_src' })
  }
  document.addEventListener('securitypolicyviolation', onViolation)

  // Only Chromium reports frames that an embedder policy refused.
  const onReports = (reports: Report[]) => {
    for (const { body } of reports) {
      // Only `toJSON` gives the fields of this kind of body.
      const { blockedURL, disposition } = (body as RefusalBody | null | undefined)?.toJSON?.() ?? {}
      if (disposition === 'enforce' && blockedURL && isOurs(blockedURL))
        flow.send({ type: 'blocked', reason: 'coep' })
    }
  }
  const observer =
    'ReportingObserver' in window ? new ReportingObserver(onReports, { types: ['coep'] }) : null
  observer?.observe()
  return () => {
    document.removeEventListener('securitypolicyviolation', onViolation)
    observer?.disconnect()
  }
}
