// Code that runs in the pages: Playwright sends these functions there as text.

/** The time until the first visible element of a selector was painted, in milliseconds since `since`, an expression. */
const painted = (selector: string, since: string) => `new Promise((resolve) => {
  const look = () => {
    if (!window.findIn(document, '${selector}')) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - ${since})))
  }
  look()
})`

/** The time from the start of the page until its field or button was painted, in milliseconds. */
export const SHOWN = `window.shown = ${painted('input, button', '0')}`

/** The time from the click until a QR code was painted, in milliseconds. */
export const QR_CODE = `window.qrCode = ${painted('[role=img]', 'window.clickedAt')}`

/** The first visible element of a selector, in open shadow roots too. */
export const FIND = `window.findIn = (root, selector) => {
  for (const element of root.querySelectorAll('*')) {
    if (element.matches(selector) && element.getBoundingClientRect().height > 0) return element
    const inner = element.shadowRoot && window.findIn(element.shadowRoot, selector)
    if (inner) return inner
  }
}`

/** Waits until the last of `?widgets` has a visible element of a selector. */
export const LAST_HAS = (selector: string) => `new Promise((resolve) => {
  const look = () => {
    const found = window.findIn(window.last, '${selector}')
    setTimeout(found ? resolve : look, found ? 0 : 50)
  }
  look()
})`

/** Collects long tasks and slow events from now on. */
export const OBSERVE = `(() => {
  window.tasks = []; window.events = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask' })
  new PerformanceObserver((list) => window.events.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'event', durationThreshold: 16 })
})()`

/**
 * Records the time of clicks. It has to run before the embed, which hides clicks on its widgets from later listeners.
 */
export const CLICKED =
  "addEventListener('click', ({ timeStamp }) => { window.clickedAt = timeStamp }, { capture: true })"

/** Mounts and unmounts, one after the other. */
export const MOUNT = (times: number) => `(async () => {
  for (let index = 0; index < ${times}; index++) {
    const container = document.body.appendChild(document.createElement('div'))
    const unmount = window.mount(container, index)
    await new Promise(requestAnimationFrame)
    unmount()
    container.remove()
  }
})()`
