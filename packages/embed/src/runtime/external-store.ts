import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks'

/**
 * React's hook of this name: draws again whenever the store has another value, also one that came between the
 * drawing and the listening.
 */
export function useSyncExternalStore<Value>(
  subscribe: (onChange: () => void) => () => void,
  read: () => Value,
): Value {
  const value = read()
  const drawn = useRef({ value, read })
  const [, redraw] = useReducer((count: number, _: undefined) => count + 1, 0)
  useLayoutEffect(() => {
    drawn.current = { value, read }
    if (!Object.is(value, read())) redraw(undefined)
  }, [value, read])
  useEffect(() => {
    const redrawIfChanged = () => {
      if (!Object.is(drawn.current.value, drawn.current.read())) redraw(undefined)
    }
    redrawIfChanged()
    return subscribe(redrawIfChanged)
  }, [subscribe])
  return value
}
