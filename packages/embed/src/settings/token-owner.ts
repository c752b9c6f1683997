import type { EmbedSettings } from './settings.js'

type GetToken = NonNullable<EmbedSettings['getToken']>

/**
 * Call it once for each owner of a `getToken`: the page, and each element. The function that it returns replaces the
 * `getToken` of settings with one that stays the same for each BFF and calls the newest. So a page that passes a new
 * inline function at each render keeps its client, and a client never gets the token of another BFF.
 */
export function createTokenOwner(): (settings: EmbedSettings) => EmbedSettings {
  const owned = new Map<string, { newest: GetToken; stable: GetToken }>()
  return (settings) => {
    const { bffUrl, getToken } = settings
    if (bffUrl === undefined || !getToken) return settings
    const entry = owned.get(bffUrl) ?? {
      newest: getToken,
      stable: async (): Promise<string | null> => (await entry.newest()) ?? null,
    }
    owned.set(bffUrl, entry)
    // Settings in which only other values changed already have the stable function.
    if (getToken !== entry.stable) entry.newest = getToken
    return { ...settings, getToken: entry.stable }
  }
}
