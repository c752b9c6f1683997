import { parseUrl } from '@leyden/core/internal'
import type { EmbedSettings, Kind } from '../settings/settings.js'

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
export function isForbiddenByPortal(kind: Kind, settings: EmbedSettings): boolean {
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
