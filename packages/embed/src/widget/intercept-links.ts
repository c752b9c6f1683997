import type { EmbedSettings } from './settings/settings.js'

/**
 * Opens links with `openExternal`, if the page has one.
 *
 * @returns a function that removes the listener
 */
export function interceptLinks(root: ShadowRoot, { openExternal }: EmbedSettings): () => void {
  if (!openExternal) return () => {}
  const onClick = (event: Event) => {
    const [target] = event.composedPath()
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement)) return
    event.preventDefault()
    openExternal(link.href)
  }
  root.addEventListener('click', onClick)
  return () => root.removeEventListener('click', onClick)
}
