// React's names, as far as the widgets use them, on Preact. Its own layer of that kind is three times as large:
// most of it is for libraries made for React, and none is left in the script. A name that is missing here fails
// the build.
import { type ComponentType, createElement, Fragment, type RenderableProps } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import './react-props.js'

export { Component, createContext, createElement, Fragment } from 'preact'
export {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks'
export { useSyncExternalStore } from './external-store.js'

type Props = Record<string, unknown>

let ids = 0

/** Preact's are told apart within one tree, and there is one for each widget of a page. */
export function useId(): string {
  const [id] = useState(() => `ly-${++ids}`)
  return id
}

/** A function component of Preact has its `ref` among its props. */
export function forwardRef(render: (props: Props, ref: unknown) => unknown) {
  return ({ ref = null, ...props }: Props) => render(props, ref)
}

/** Drawn again only for other props. */
export function memo(render: (props: Props) => unknown) {
  return function Memo(this: { shouldComponentUpdate(next: Props): boolean; props: Props }, props: Props) {
    this.shouldComponentUpdate = (next) =>
      Object.keys({ ...this.props, ...next }).some((name) => !Object.is(this.props[name], next[name]))
    return render(props)
  }
}

/**
 * Nothing until it is there, which is before the screen is painted: what is imported lies in a file that is loaded
 * already.
 */
export function lazy(load: () => Promise<{ default: ComponentType<Props> }>) {
  let known: ComponentType<Props> | undefined
  return function Lazy(props: Props) {
    const [Loaded, setLoaded] = useState(() => known)
    useLayoutEffect(() => {
      if (known) return
      void load().then((loaded) => {
        known = loaded.default
        setLoaded(() => known)
      })
    }, [])
    return Loaded ? createElement(Loaded, props) : null
  }
}

export function Suspense({ children }: RenderableProps<object>) {
  return createElement(Fragment, null, children)
}
