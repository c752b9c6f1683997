import { launchBrowser, openPage, sharedBrowser, WITHOUT_GRAPHICS_CARD } from '../../harness/browser.js'
import type { DrivenBrowser } from './driven-browser.js'

export async function launch(webGl: boolean): Promise<DrivenBrowser> {
  const browser = await (webGl ? launchBrowser(WITHOUT_GRAPHICS_CARD) : sharedBrowser())
  return {
    async open(url, viewport = { width: 1000, height: 800 }, hasTouch = false) {
      const warnings: string[] = []
      const { page, problems, close } = await openPage(browser, url, {
        viewport,
        hasTouch,
        permissions: ['clipboard-read'],
      })
      page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
      return {
        evaluate: (expression) => page.evaluate(expression),
        async evaluateIn(urlStart, expression) {
          const frame = page.frames().find((candidate) => candidate.url().startsWith(urlStart))
          if (!frame) throw new Error(`There is no frame of ${urlStart}.`)
          return frame.evaluate(expression)
        },
        click: (x, y) => page.mouse.click(x, y),
        tap: (x, y) => page.touchscreen.tap(x, y),
        async swipeUp(x, y, distance) {
          const session = await page.context().newCDPSession(page)
          const gesture = { x, y, yDistance: -distance, gestureSourceType: 'touch' } as const
          await session.send('Input.synthesizeScrollGesture', gesture)
        },
        async compose(steps) {
          const session = await page.context().newCDPSession(page)
          for (const text of steps) {
            const caret = { selectionStart: text.length, selectionEnd: text.length }
            await session.send('Input.imeSetComposition', { text, ...caret })
          }
          await session.send('Input.insertText', { text: steps.at(-1) ?? '' })
        },
        keyboard: page.keyboard,
        screenshot: (clip) => page.screenshot(clip && { clip }),
        problems,
        warnings,
        close,
      }
    },
    close: async () => void (webGl && (await browser.close())),
  }
}
