import type { UnavailableReason } from '../outcome/outcome.js'
import type { EmbedSettings, Kind } from '../settings/settings.js'
import { isForbiddenByPortal } from './portal.js'

/** What a page can do here, for deciding before a button is shown. Nothing is asked of a server or a person. */
export interface Support {
  /** Whether `open` would show something. */
  ok: boolean
  reason?: UnavailableReason
  framed: boolean
  /** Cross-origin isolated: a foreign page can be framed only in browsers with `credentialless`. */
  isolated: boolean
  credentialless: boolean
  /** What the frames around allow; undefined where the browser does not tell. */
  camera: boolean | undefined
  payment: boolean | undefined
  clipboard: boolean | undefined
  /** Whether anything can be kept over a reload. */
  storage: boolean
  box: { widthPx: number; heightPx: number }
}

export function supports(kind: Kind, settings: EmbedSettings): Support {
  const reason = whyNot(kind, settings)
  return {
    ok: reason === undefined,
    ...(reason && { reason }),
    framed: window.parent !== window,
    isolated: window.crossOriginIsolated === true,
    credentialless: 'credentialless' in HTMLIFrameElement.prototype,
    camera: allows('camera'),
    payment: allows('payment'),
    clipboard: allows('clipboard-write'),
    storage: hasStorage(),
    box: { widthPx: window.innerWidth, heightPx: window.innerHeight },
  }
}

/** Why nothing can be shown; undefined when it can. */
export function whyNot(kind: Kind, settings: EmbedSettings): UnavailableReason | undefined {
  if (isForbiddenByPortal(kind, settings)) return 'portal_policy'
  if (typeof HTMLDialogElement !== 'function' || !('customElements' in window)) return 'unsupported'
  return undefined
}

interface Policy {
  allowsFeature(name: string): boolean
  features(): string[]
}

/** By the Permissions-Policy of the page and the frames around it; only Chromium tells. */
export function allows(feature: string): boolean | undefined {
  const { permissionsPolicy, featurePolicy } = document as {
    permissionsPolicy?: Policy
    featurePolicy?: Policy
  }
  const policy = permissionsPolicy ?? featurePolicy
  if (!policy?.features().includes(feature)) return undefined
  return policy.allowsFeature(feature)
}

/** Throws where the frame has no origin of its own. */
function hasStorage(): boolean {
  try {
    window.sessionStorage.getItem('leyden')
    return true
  } catch {
    return false
  }
}
