/**
 * Shows widgets, each in an element of its own in the container and with a field or a button. As on a page, they share
 * what widgets of one page share, such as the root of React. It returns a function that unmounts them.
 */
export type Mount = (container: HTMLElement, indexes: readonly number[]) => () => void

const query = new URLSearchParams(location.search)

/** What the measurements call in the page. */
interface Bench {
  /** The time from the start of the page until its field or button was painted, in milliseconds. */
  shownMs: Promise<number>
  /** The time until the last widget had a painted element of a selector, like {@link Bench.shownMs}. */
  paintedMs(selector: string): Promise<number>
  /** The durations of the entries of a type from now on, in milliseconds. */
  durationsOf(type: 'longtask' | 'event'): number[]
  /** Mounts and unmounts widgets, one after the other. */
  mountAndUnmount(times: number): Promise<void>
}

declare global {
  interface Window {
    bench: Bench
    /** When the last click happened, in milliseconds since the start of the page. */
    clickedMs: number
  }
}

/** Mounts the number of `?widgets`. */
export function defineContender(mount: Mount): void {
  // Not the body: libraries may also append to it.
  const all = document.body.appendChild(document.createElement('div'))
  const shownMs = paintedMs(() => document.body, 'input, button')
  mount(all, [...Array(Number(query.get('widgets') ?? 1)).keys()])
  window.bench = {
    shownMs,
    paintedMs: (selector) => paintedMs(() => all.lastElementChild, selector),
    durationsOf(type) {
      const durations: number[] = []
      new PerformanceObserver((list) => {
        durations.push(...list.getEntries().map(({ duration }) => duration))
      }).observe({ type, durationThreshold: 16 } as PerformanceObserverInit)
      return durations
    },
    async mountAndUnmount(times) {
      for (let index = 0; index < times; index++) {
        const container = document.body.appendChild(document.createElement('div'))
        const unmount = mount(container, [index])
        await new Promise(requestAnimationFrame)
        unmount()
        container.remove()
      }
    },
  }
}

/**
 * Resolves with the time at which an element of a selector was painted. It waits without frames of its own, and reads no
 * layout before there is such an element: the browser would draw the page again and again only for the measurement.
 */
function paintedMs(find: () => ParentNode | null, selector: string): Promise<number> {
  return new Promise((resolve) => {
    const check = () => {
      const root = find()
      if (!root || !hasVisible(root, selector)) return setTimeout(check, 4)
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    }
    check()
  })
}

/** Looks in open shadow roots too. */
function hasVisible(root: ParentNode, selector: string): boolean {
  return [...root.querySelectorAll('*')].some(
    (element) =>
      (element.matches(selector) && element.checkVisibility()) ||
      (element.shadowRoot !== null && hasVisible(element.shadowRoot, selector)),
  )
}

/** Appends widgets that are elements, each in a container of its own. @returns what removes them */
export function append(container: HTMLElement, elements: readonly HTMLElement[]): () => void {
  for (const element of elements) container.appendChild(document.createElement('div')).append(element)
  return () => {
    for (const element of elements) element.remove()
  }
}

/** With `?addresses`, each widget gets one of that many addresses, and an amount; without it, people type both. */
export function termsOf(index: number): { address: string; amountSats: number } | undefined {
  const addresses = Number(query.get('addresses') ?? 0)
  return addresses > 0
    ? { address: `alice${index % addresses}@wallet.example`, amountSats: 2_100 }
    : undefined
}
