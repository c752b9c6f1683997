/**
 * Remembers the closed shadow roots that the page makes from now on. An event names only their host, so a key that was
 * pressed inside could not be released inside.
 *
 * @returns a function that finds the element inside which the event is for
 */
export function rememberClosedRoots(view: Window & typeof globalThis, signal: AbortSignal) {
  const roots = new WeakMap<EventTarget, ShadowRoot>()
  const { prototype } = view.Element
  const { attachShadow } = prototype
  const remember = function (this: Element, init: ShadowRootInit) {
    const root = attachShadow.call(this, init)
    if (root.mode === 'closed') roots.set(this, root)
    return root
  }
  prototype.attachShadow = remember
  signal.addEventListener('abort', () => {
    // The page may have put a function of its own around this one.
    if (prototype.attachShadow === remember) prototype.attachShadow = attachShadow
  })

  return (event: Event): EventTarget | undefined => {
    let [target] = event.composedPath()
    let root: ShadowRoot | null | undefined = target && roots.get(target)
    while (root) {
      const inside: Element | null =
        event instanceof MouseEvent ? root.elementFromPoint(event.clientX, event.clientY) : root.activeElement
      // The host itself may have the focus or the pointer.
      if (inside?.getRootNode() !== root) break
      target = inside
      root = roots.get(inside) ?? inside.shadowRoot
    }
    return target
  }
}
