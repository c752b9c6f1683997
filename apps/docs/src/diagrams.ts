/// <reference types="astro/client" />
// Draws the Mermaid diagrams of a page in the colours of its theme, and again when somebody changes that.
import library from '@mermaid-js/tiny/dist/mermaid.tiny.js?url'

/** What the library puts on `window`. */
interface Mermaid {
  initialize(options: object): void
  render(id: string, source: string): Promise<{ svg: string }>
}

/** The letters in a diagram of its own size, and the smallest ones that can be read. */
const LETTERS_PX = 16
const SMALLEST_LETTERS_PX = 14

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
  // Drawn in their own size, so that `fit` knows it.
  const inOwnSize = { useMaxWidth: false }
  mermaid.initialize({
    startOnLoad: false,
    theme,
    themeVariables,
    fontFamily: 'sans-serif',
    flowchart: { ...inOwnSize, nodeSpacing: 24 },
    sequence: { ...inOwnSize, wrap: true, width: 190, actorMargin: 12 },
    state: inOwnSize,
  })
  for (const [index, { element, source }] of shown.entries()) {
    const { svg } = await mermaid.render(`diagram-${index}`, wrapped(source))
    element.innerHTML = svg
    fit(element)
    element.dataset.drawn = theme
  }
}

/** The library breaks the lines of a sequence itself, unless they have breaks. */
function wrapped(source: string): string {
  return source.startsWith('sequenceDiagram') ? source.replaceAll('<br>', ' ') : source
}

/** Fits a diagram to its column, but no further than letters can be read: a wider one scrolls. */
function fit(element: HTMLElement): void {
  const svg = element.querySelector('svg')
  if (!svg) return
  const { width, height } = svg.viewBox.baseVal
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element)
  const room =
    element.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
  const scale = Math.min(1, Math.max(SMALLEST_LETTERS_PX / LETTERS_PX, room / width))
  svg.setAttribute('width', String(scale * width))
  svg.setAttribute('height', String(scale * height))
}
