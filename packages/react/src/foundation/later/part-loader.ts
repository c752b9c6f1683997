import { whenIdle } from '../page/when-idle.js'

/** A part of a widget whose code is loaded when it is needed, once for all widgets of a page. */
export interface PartLoader<Part> {
  /** The part; undefined until it is loaded. What is rendered before must not change with it. */
  current(): Part | undefined
  /** Loads the part. Rejects if it cannot be loaded; the next call tries again. */
  load(): Promise<Part>
  /** Loads the part because it will probably be needed. A failure is shown when it is needed. */
  prefetch(): void
  /** Prefetches the part once per page, when the page has loaded and has nothing else to do. */
  prefetchWhenIdle(): void
  /** Takes a part that is loaded already. */
  use(part: Part): void
}

/** @param importPart an `import()` */
export function createPartLoader<Part>(importPart: () => Promise<Part>): PartLoader<Part> {
  let part: Part | undefined
  let loading: Promise<Part> | undefined
  let isPlanned = false

  const load = () => {
    loading ??= importPart().then(
      (loaded) => {
        part = loaded
        return loaded
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const prefetch = () => {
    if (!part) load().catch(() => {})
  }
  return {
    current: () => part,
    load,
    prefetch,
    prefetchWhenIdle() {
      if (isPlanned || part) return
      isPlanned = true
      whenIdle(prefetch)
    },
    use(loaded) {
      part = loaded
    },
  }
}
