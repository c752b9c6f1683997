/**
 * The props that React was given for an element; none if React did not make it. React keeps them in the element. It
 * drops a function or an object without a word: React 18 always, React 19 before the script has loaded and when it takes
 * over a page from a server.
 */
export function heldByReact(element: HTMLElement): Readonly<Record<string, unknown>> {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
  return key === undefined ? {} : (Reflect.get(element, key) as Record<string, unknown>)
}
