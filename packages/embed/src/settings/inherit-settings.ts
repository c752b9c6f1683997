import type { EmbedSettings } from './settings.js'

/**
 * Merges settings: those of an element over the page's, or those of a later `configure` over the earlier ones.
 * `getToken` and `credentials` authenticate with one BFF, so another BFF does not inherit them.
 */
export function inheritSettings(base: EmbedSettings, own: EmbedSettings): EmbedSettings {
  const isOther = own.bffUrl !== undefined && !isSameBff(own.bffUrl, base.bffUrl)
  const { getToken: _, credentials: __, ...inherited } = base
  return { ...(isOther ? inherited : base), ...own }
}

/** Compares URLs: a slash at the end, or a path of the page's own origin, makes no difference. */
function isSameBff(one: string, other: string | undefined): boolean {
  return other !== undefined && (one === other || absolute(one) === absolute(other))
}

function absolute(bffUrl: string): string {
  return new URL(bffUrl, document.baseURI).href.replace(/\/+$/, '')
}
