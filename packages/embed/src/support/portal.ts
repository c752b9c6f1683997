import { parseUrl } from '@leyden/core/internal'
import type { EmbedSettings, Kind } from '../settings/settings.js'

/** Hosts of portals and shells that have a store of their own, according to their documents of November 2026. */
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
export function isForbiddenByPortal(kind: Kind, settings: EmbedSettings, around = hostsAround()): boolean {
  const { environment = 'auto', portalAllows = [] } = settings
  if (environment === 'standalone' || portalAllows.includes(kind)) return false
  return environment === 'portal' || around.some(isPortalHost)
}

function isPortalHost(host: string): boolean {
  return PORTAL_HOSTS.some((portal) => host === portal || host.endsWith(`.${portal}`))
}

/** The hosts of the page and of the pages that frame it, as far as the browser says. */
function hostsAround(): string[] {
  const ancestors = Array.from(location.ancestorOrigins ?? [])
  // Firefox lacks ancestorOrigins until late; in a frame the referrer is the page around it.
  const framedBy = window.parent === window ? [] : [document.referrer]
  return [location.href, ...ancestors, ...framedBy].flatMap((url) => parseUrl(url)?.hostname ?? [])
}
