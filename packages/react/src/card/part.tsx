import {
  type ComponentPropsWithoutRef,
  type CSSProperties,
  cloneElement,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  isValidElement,
  type JSX,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefAttributes,
  version,
} from 'react'
import { joinClasses, useMergedRef } from './merge.js'

/** The props of a part's element: attributes, handlers, children and the ref. */
export type RenderProps = Record<string, unknown> & {
  /** The part's own classes, joined with those of the page. */
  className?: string | undefined
  /** The part's own content. */
  children?: ReactNode
}

/**
 * The props of every part besides its own options: attributes and handlers of its root, and `render`.
 *
 * @template Handle the type that the hook of the widget returns
 */
export type PartProps<Tag extends keyof JSX.IntrinsicElements, Handle> = Omit<
  ComponentPropsWithoutRef<Tag>,
  'children'
> & {
  /**
   * Your element, or a function that returns it, to replace ours. It gets our attributes, handlers and ref, merged with
   * its own.
   */
  render?: ReactElement | ((props: RenderProps, handle: Handle) => ReactElement | null) | undefined
}

interface Part<Root extends Element, Handle> {
  tag: string
  /** Our props of the root. The page's props win over them; of handlers, the page's are called first. */
  own: RenderProps
  /** The page's props of the part. */
  given: { render?: PartProps<'div', Handle>['render'] | undefined }
  ref: Ref<Root>
  handle: Handle
}

/** The root of a part. */
export function usePart<Root extends Element, Handle>(part: Part<Root, Handle>): ReactElement | null {
  const { tag, own, given, ref, handle } = part
  const { render, ...attributes } = given
  const element = isValidElement<Record<string, unknown>>(render) ? render : undefined
  const merged = useMergedRef(ref, element && (refOf(element) as Ref<Root>))
  const props = { ...mergeProps(own, attributes), ref: merged } as RenderProps
  if (typeof render === 'function') return render(props, handle)
  if (element) return cloneElement(element, { ...mergeProps(props, element.props), ref: merged })
  return createElement(tag, props)
}

/**
 * Merges two sets of props: the given ones win, classes and styles are joined, and both handlers of an event are
 * called.
 */
function mergeProps(own: Record<string, unknown>, given: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...own, ...given }
  if (own.className && given.className)
    merged.className = joinClasses(own.className as string, given.className as string)
  if (own.style && given.style)
    merged.style = { ...(own.style as CSSProperties), ...(given.style as CSSProperties) }
  for (const [name, ours] of Object.entries(own)) {
    const theirs = given[name]
    if (/^on[A-Z]/.test(name) && typeof ours === 'function')
      merged[name] = typeof theirs === 'function' ? inTurn(theirs as Handler, ours as Handler) : ours
  }
  return merged
}

type Handler = (event: unknown) => void

/** The page's handler, and then ours, unless the page prevents the default. */
function inTurn(theirs: Handler, ours: Handler): Handler {
  return (event) => {
    theirs(event)
    if (!(event as { defaultPrevented?: boolean } | undefined)?.defaultPrevented) ours(event)
  }
}

/** Reads the ref of an element. In React 19 it is a prop, and reading it from the old place prints a warning. */
function refOf(element: ReactElement<Record<string, unknown>>): Ref<unknown> | undefined {
  const place = Number.parseInt(version, 10) >= 19 ? element.props : element
  return (place as { ref?: Ref<unknown> }).ref
}

/**
 * Makes the function that defines the parts of a widget, each a `<div>`.
 *
 * @param useScreen reads what the root shares with the part of this name
 * @param handleOf returns the handle for a `render` function of the page
 * @returns a function that makes a part. Its `draw` gets `children` and `label` of the page, and returns our props of
 *   the part's root, or null while the part shows nothing. The `data-state` is that of the widget, unless the part has
 *   its own.
 */
export function partsOf<Screen, Handle extends { state: { status: string } }>(
  widget: string,
  useScreen: (part: string) => Screen,
  handleOf: (screen: Screen) => Handle,
) {
  return <Own extends OwnProps = object>(
    name: string,
    draw: (screen: Screen, own: OwnProps) => RenderProps | null,
  ) => {
    const part = forwardRef<HTMLDivElement, PartProps<'div', Handle> & OwnProps>((props, ref) => {
      const { children, label, ...given } = props
      const screen = useScreen(name)
      const handle = handleOf(screen)
      const drawn = draw(screen, { children, label })
      const own = { ...drawn, 'data-state': drawn?.['data-state'] ?? handle.state.status }
      const element = usePart({ tag: 'div', own, given, ref, handle })
      return drawn && element
    })
    part.displayName = `${widget}.${name}`
    return part as ForwardRefExoticComponent<PartProps<'div', Handle> & Own & RefAttributes<HTMLDivElement>>
  }
}

export interface OwnProps {
  children?: ReactNode
  label?: ReactNode
}
