/** A widget of the bench: it has a field or a button. It returns a function that unmounts it. */
export type Mount = (container: HTMLElement, index: number) => () => void

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
  // Libraries may also append to the body, so its last child may be another element.
  let last = document.body
  const shownMs = paintedMs(document, 'input, button')
  const add = (index: number) => {
    last = document.body.appendChild(document.createElement('div'))
    return mount(last, index)
  }
  for (let index = 0; index < Number(query.get('widgets') ?? 1); index++) add(index)
  window.bench = {
    shownMs,
    paintedMs: (selector) => paintedMs(last, selector),
    durationsOf(type) {
      const durations: number[] = []
      new PerformanceObserver((list) => {
        durations.push(...list.getEntries().map(({ duration }) => duration))
      }).observe({ type, durationThreshold: 16 } as PerformanceObserverInit)
      return durations
    },
    async mountAndUnmount(times) {
      for (let index = 0; index < times; index++) {
        const unmount = add(index)
        await new Promise(requestAnimationFrame)
        unmount()
        last.remove()
      }
    },
  }
}

/** Resolves with the time at which the first visible element of a selector was painted. */
function paintedMs(root: ParentNode, selector: string): Promise<number> {
  return new Promise((resolve) => {
    const check = () => {
      if (!hasVisible(root, selector)) return requestAnimationFrame(check)
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    }
    check()
  })
}

/** Looks in open shadow roots too. */
function hasVisible(root: ParentNode, selector: string): boolean {
  return [...root.querySelectorAll('*')].some(
    (element) =>
      (element.matches(selector) && element.getBoundingClientRect().height > 0) ||
      (element.shadowRoot !== null && hasVisible(element.shadowRoot, selector)),
  )
}

/** With `?addresses`, each widget gets one of that many addresses, and an amount; without it, people type both. */
export function termsOf(index: number): { address: string; amountSats: number } | undefined {
  const addresses = Number(query.get('addresses') ?? 0)
  return addresses > 0
    ? { address: `alice${index % addresses}@wallet.example`, amountSats: 2_100 }
    : undefined
}
