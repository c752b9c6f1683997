import { Slot } from '@radix-ui/react-slot'
import {
  type ComponentPropsWithoutRef,
  cloneElement,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  isValidElement,
  type JSX,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
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

/** Props of some parts, besides those of every part. */
export interface OwnProps {
  /** What the part shows: in a form the parts and the page's own fields, in a title a text in place of ours. */
  children?: ReactNode
  /** The label of the field, in place of ours. */
  label?: ReactNode
}

/**
 * Makes the function that defines the parts of a widget, each a `<div>`.
 *
 * @param useScreen reads what the root shares with the part of this name
 * @param handleOf returns the handle for a `render` function of the page
 * @returns a function that makes a part. Its `draw` gets the `children` and the `label` of the page, and returns our
 *   props of the part's root, or null while the part shows nothing. `data-state` is that of the widget, and the classes
 *   are those of a part of this name, unless the part has its own.
 */
export function partsOf<Screen, Handle extends { state: { status: string } }>(
  widget: string,
  useScreen: (part: string) => Screen,
  handleOf: (screen: Screen) => Handle,
) {
  return <Own extends keyof OwnProps = never>(
    name: string,
    draw: (screen: Screen, own: OwnProps) => RenderProps | null,
  ) => {
    const component = forwardRef<HTMLDivElement, PartProps<'div', Handle> & OwnProps>((props, ref) => {
      const { children, label, ...pageProps } = props
      const screen = useScreen(name)
      const handle = handleOf(screen)
      const drawn = draw(screen, { children, label })
      if (!drawn) return null
      const part = name.toLowerCase()
      const className = `leyden-${part} ly-part ly-body`
      // `part` is for pages with the element, whose shadow root their classes do not reach.
      const own = { className, part, 'data-state': handle.state.status, ...drawn }
      return <PartElement tag="div" own={own} pageProps={pageProps} handle={handle} ref={ref} />
    })
    component.displayName = `${widget}.${name}`
    return component as ForwardRefExoticComponent<
      PartProps<'div', Handle> & Pick<OwnProps, Own> & RefAttributes<HTMLDivElement>
    >
  }
}
