import { Slot } from '@radix-ui/react-slot'
import {
  type ComponentPropsWithoutRef,
  cloneElement,
  createElement,
  forwardRef,
  isValidElement,
  type JSX,
  type ReactElement,
  type ReactNode,
} from 'react'
import type { Message } from '../messages/message.js'

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

/** The props of a root of parts besides its options: messages, and the attributes of its `<section>`. */
export interface RootAttributes<Key extends string>
  extends Omit<ComponentPropsWithoutRef<'section'>, 'children'> {
  /**
   * Messages of your own for this widget, by key.
   *
   * @default the messages of `LeydenProvider`
   */
  messages?: Partial<Record<Key, Message>> | undefined
}

/**
 * The props of a widget besides its options. A widget sets every other attribute on its root as well, such as a handler:
 * its type leaves them out, because editors would offer the options among some hundred of them.
 */
export interface WidgetAttributes<Key extends string>
  extends Pick<
    RootAttributes<Key>,
    | 'messages'
    | 'className'
    | 'style'
    | 'id'
    | 'dir'
    | 'lang'
    | 'hidden'
    | 'title'
    | 'role'
    | 'tabIndex'
    | 'aria-label'
    | 'aria-labelledby'
    | 'aria-describedby'
  > {}

interface PartElementProps {
  tag: 'div' | 'section' | 'button'
  /** Our props of the root. The page's props win over them; of handlers, the page's are called first. */
  own: RenderProps
  /** The page's props of the part. */
  pageProps: {
    render?: ReactElement | ((props: RenderProps, handle: never) => ReactElement | null) | undefined
  }
  /** The handle that a `render` function of the page gets. */
  handle: unknown
}

/** The root of a part: our element or the page's, with the classes, styles, handlers and refs of both. */
export const PartElement = forwardRef<HTMLElement, PartElementProps>(function PartElement(props, ref) {
  const { tag, own, pageProps, handle } = props
  const { children, ...ownAttributes } = own
  const { render, ...attributes } = pageProps
  let root: ReactElement = createElement(tag, attributes, children)
  if (typeof render === 'function')
    root = <Rendered {...attributes} call={(merged) => render({ ...merged, children }, handle as never)} />
  else if (isValidElement<RenderProps>(render))
    root = <Slot {...attributes}>{cloneElement(render, {}, render.props.children ?? children)}</Slot>
  return (
    <Slot {...ownAttributes} ref={ref}>
      {root}
    </Slot>
  )
})

/** Calls a `render` function of the page with the props that `Slot` gives this element. */
const Rendered = forwardRef<unknown, { call: (props: RenderProps) => ReactElement | null }>(
  ({ call, ...props }, ref) => call({ ...props, ref }),
)
