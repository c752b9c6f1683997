import type { Page } from 'playwright'

declare global {
  interface Window {
    widgetTexts?: Set<string>
  }
}

/** Records every text that a widget shows, so that a test can check that one was never shown. Call it before the page opens. */
export async function recordTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.widgetTexts = new Set()
    const read = () => {
      for (const widget of document.querySelectorAll('.leyden')) {
        const walker = document.createTreeWalker(widget, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
          const text = walker.currentNode.textContent?.trim()
          if (text) window.widgetTexts?.add(text)
        }
      }
    }
    new MutationObserver(read).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** Every text that a widget of this page has shown since it was opened, even for a moment. */
export function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(window.widgetTexts ?? [])])
}
