import { type ForwardRefExoticComponent, forwardRef, type ReactNode, type RefAttributes } from 'react'
import { PartElement, type PartProps, type RenderProps } from './part.js'

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
