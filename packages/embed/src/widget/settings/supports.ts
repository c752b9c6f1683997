import { parseUrl, tryOrUndefined } from '@leyden/core/internal'
import type { UnavailableReason } from '@leyden/react/options'
import type { EmbedSettings, Kind } from './settings.js'

/** What this page can do, for a game that decides whether to show a button. */
export interface Support {
  /** Whether `open` would show something. */
  ok: boolean
  /** Why `open` would show nothing. */
  reason?: UnavailableReason | undefined
  /** Whether the page is in a frame. */
  framed: boolean
  /** Whether the page is cross-origin isolated. Then it can frame the ramp only if `credentialless` is true. */
  isolated: boolean
  /** Whether the browser has `credentialless` frames. */
  credentialless: boolean
  /** Whether the page and the frames around it allow the camera; undefined if the browser does not say. */
  camera: boolean | undefined
  /** Whether they allow payment requests; undefined if the browser does not say. */
  payment: boolean | undefined
  /** Whether they allow writing to the clipboard; undefined if the browser does not say. */
  clipboard: boolean | undefined
  /** Whether the page has storage that survives a reload. */
  storage: boolean
  /** The size of the window, in CSS pixels. */
  box: {
    /** The width of the window. */
    widthPx: number
    /** The height of the window. */
    heightPx: number
  }
}

export function supports(kind: Kind, settings: EmbedSettings): Support {
  const reason = whyNot(kind, settings)
  return {
    ok: reason === undefined,
    reason,
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
  if (kind === 'ramp' && window.origin === 'null') return 'blocked'
  return undefined
}

/** Whether the Permissions-Policy of the page and the frames around it allows a feature. Only Chromium reports it. */
function allows(feature: string): boolean | undefined {
  const { featurePolicy } = document as {
    featurePolicy?: { allowsFeature(name: string): boolean; features(): string[] }
  }
  return featurePolicy?.features().includes(feature) ? featurePolicy.allowsFeature(feature) : undefined
}

/** Whether storage can be used. Reading it throws in frames with an opaque origin. */
function hasStorage(): boolean {
  return tryOrUndefined(() => window.sessionStorage.getItem('leyden')) !== undefined
}

/** Hosts of portals and shells with their own store, according to their documents of November 2026. */
const PORTAL_HOSTS = [
  'poki.com',
  'poki-gdn.com',
  'crazygames.com',
  'discord.com',
  'discordsays.com',
  'facebook.com',
  'fbsbx.com',
  'telegram.org',
]

/** Whether the page is in a portal, and the integrator has not opted in. */
function isForbiddenByPortal(kind: Kind, settings: EmbedSettings): boolean {
  const { environment = 'auto', portalAllows = [] } = settings
  if (environment === 'standalone' || portalAllows.includes(kind)) return false
  return environment === 'portal' || hostsAround().some(isPortalHost)
}

function isPortalHost(host: string): boolean {
  return PORTAL_HOSTS.some((portal) => host === portal || host.endsWith(`.${portal}`))
}

/** The hosts of the page and of the pages that frame it, as far as the browser reports them. */
function hostsAround(): string[] {
  const ancestors = Array.from(location.ancestorOrigins ?? [])
  // Older versions of Firefox lack ancestorOrigins. In a frame the referrer is the surrounding page.
  const framedBy = window.parent === window ? [] : [document.referrer]
  return [location.href, ...ancestors, ...framedBy].flatMap((url) => parseUrl(url)?.hostname ?? [])
}
