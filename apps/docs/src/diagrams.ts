/// <reference types="astro/client" />
// Draws the Mermaid diagrams of a page in the colours of its theme, and again when somebody changes that.
import library from '@mermaid-js/tiny/dist/mermaid.tiny.js?url'

/** What the library puts on `window`. */
interface Mermaid {
  initialize(options: object): void
  render(id: string, source: string): Promise<{ svg: string }>
}

const shown = [...document.querySelectorAll<HTMLElement>('pre.diagram')].map((element) => ({
  element,
  source: element.textContent ?? '',
}))

if (shown.length > 0) {
  await loadLibrary()
  await draw()
  new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ['data-theme'] })
}

/** The library is not a module, so its variables have to be global. */
function loadLibrary(): Promise<unknown> {
  const script = document.createElement('script')
  script.src = library
  const loaded = new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject }))
  document.head.append(script)
  return loaded
}

async function draw(): Promise<void> {
  const { mermaid } = globalThis as unknown as { mermaid: Mermaid }
  const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'neutral'
  // The dark theme's own background of labels lacks contrast.
  const themeVariables = theme === 'dark' ? { edgeLabelBackground: '#333' } : {}
  // In their own size: fitted to the column, the letters of a wide diagram would be too small to read.
  const inOwnSize = { useMaxWidth: false }
  mermaid.initialize({
    startOnLoad: false,
    theme,
    themeVariables,
    fontFamily: 'sans-serif',
    flowchart: inOwnSize,
    sequence: inOwnSize,
    state: inOwnSize,
  })
  for (const [index, { element, source }] of shown.entries()) {
    const { svg } = await mermaid.render(`diagram-${index}`, source)
    element.innerHTML = svg
    element.dataset.drawn = theme
  }
}
