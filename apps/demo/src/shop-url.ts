/** A choice of the visitor that is in the URL. */
export const fromUrl = (name: string) => new URLSearchParams(location.search).get(name)

/** Writes choices into the URL, where a reload finds them; null removes one. */
export function keepInUrl(choices: Record<string, string | null>): void {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(choices))
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  history.replaceState(history.state, '', url)
}
