import type { EmbedSettings } from '../settings/settings.js'

/** Where links leave the page by a command of the shell around it: takes clicks on them. Returns the way back. */
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
