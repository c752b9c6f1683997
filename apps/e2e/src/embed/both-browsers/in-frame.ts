import type { DrivenPage } from './driven-browser.js'

/**
 * Drives a page in nested frames like a page without frames.
 *
 * @param frames the start of each frame's URL, the outermost first; none for the page itself
 */
export function inFrame(page: DrivenPage, frames: readonly string[]): DrivenPage {
  const [first] = frames
  const last = frames.at(-1)
  if (first === undefined || last === undefined) return page
  const offsetOf = (urlStart: string, parentFrame?: string) => {
    const expression = `(() => {
      const descendantsOf = (root) => [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? descendantsOf(element.shadowRoot) : [])])
      const frame = descendantsOf(document).find((element) => element.localName === 'iframe' && element.src.startsWith(${JSON.stringify(urlStart)}))
      const { x, y } = frame.getBoundingClientRect()
      return [x + frame.clientLeft, y + frame.clientTop]
    })()`
    return parentFrame === undefined
      ? page.evaluate<[number, number]>(expression)
      : page.evaluateIn<[number, number]>(parentFrame, expression)
  }
  /** Converts a position in the innermost frame to one in the page. In fullscreen, each frame fills the screen. */
  async function toPagePosition(x: number, y: number): Promise<[number, number]> {
    let [left, top] = [x, y]
    for (const [index, frame] of frames.entries()) {
      const [dx, dy] = await offsetOf(frame, frames[index - 1])
      left += dx
      top += dy
    }
    return [left, top]
  }
  return {
    ...page,
    evaluate: (expression) => page.evaluateIn(last, expression),
    click: async (x, y) => page.click(...(await toPagePosition(x, y))),
    tap: page.tap && (async (x, y) => page.tap?.(...(await toPagePosition(x, y)))),
  }
}
