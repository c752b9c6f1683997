import type { EmbedSettings } from './settings.js'

/**
 * Settings on top of others: those of an element over the page's, or of a later `configure` over an earlier one.
 * `getToken` and `credentials` say who is asking one BFF, so another BFF does not inherit them.
 */
export function inheritSettings(base: EmbedSettings, own: EmbedSettings): EmbedSettings {
  const isOther = own.bffUrl !== undefined && !isSameBff(own.bffUrl, base.bffUrl)
  return { ...base, ...(isOther && { getToken: undefined, credentials: undefined }), ...own }
}

/** However each is written: with a slash at the end, or as a path of the page's own origin. */
function isSameBff(one: string, other: string | undefined): boolean {
  return other !== undefined && (one === other || absolute(one) === absolute(other))
}

function absolute(bffUrl: string): string {
  return new URL(bffUrl, document.baseURI).href.replace(/\/+$/, '')
}
