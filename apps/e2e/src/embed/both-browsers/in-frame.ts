import type { DrivenPage } from './driven-browser.js'

/**
 * A page in nested frames, driven like a page without frames.
 *
 * @param frames the start of each frame's URL, the outermost first; none for the page itself
 */
export function inFrame(page: DrivenPage, frames: readonly string[]): DrivenPage {
  const [first] = frames
  const last = frames.at(-1)
  if (first === undefined || last === undefined) return page
  const offsetOf = (start: string, around?: string) => {
    const expression = `(() => {
      const within = (root) => [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])])
      const frame = within(document).find((one) => one.localName === 'iframe' && one.src.startsWith(${JSON.stringify(start)}))
      const { x, y } = frame.getBoundingClientRect()
      return [x + frame.clientLeft, y + frame.clientTop]
    })()`
    return around === undefined
      ? page.evaluate<[number, number]>(expression)
      : page.evaluateIn<[number, number]>(around, expression)
  }
  /** The position of a point of the frame in the page. In fullscreen, each frame fills the screen. */
  async function toTop(x: number, y: number): Promise<[number, number]> {
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
    click: async (x, y) => page.click(...(await toTop(x, y))),
    tap: page.tap && (async (x, y) => page.tap?.(...(await toTop(x, y)))),
  }
}
