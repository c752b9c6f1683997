import { type ComponentPropsWithoutRef, type ReactElement, type ReactNode, type Ref, useRef } from 'react'
import { useLeydenContext } from '../provider/leyden-context.js'
import { useThemeStyle } from '../theme/use-theme.js'
import { joinClasses, useMergedRef } from './merge.js'
import { type PartProps, usePart } from './part.js'

/** The colours of a card. */
export type Tone = 'ok' | 'bad' | 'warn'

export interface CardProps<Handle> extends PartProps<'section', Handle> {
  /** The accessible name of the widget. */
  name: string
  direction: 'ltr' | 'rtl'
  state: string
  tone?: Tone | undefined
  /** The code of the error that is shown. */
  code?: string | undefined
  rootRef?: Ref<HTMLElement> | undefined
  /** The handle that a `render` function of the page gets. */
  handle?: Handle | undefined
  children?: ReactNode
}

/** The root of each widget: language, direction, colours, and the state for style rules and tests. */
export function Card<Handle>(props: CardProps<Handle>): ReactElement | null {
  const { name, direction, state, tone, code, rootRef, handle, style, children, ...given } = props
  const { locale, colorScheme } = useLeydenContext()
  const root = useRef<HTMLElement>(null)
  return usePart({
    tag: 'section',
    own: {
      'aria-label': name,
      lang: locale,
      dir: direction,
      className: 'leyden',
      style: useThemeStyle(root, style),
      'data-scheme': colorScheme,
      'data-state': state,
      'data-tone': tone,
      'data-code': code,
      children,
    },
    given,
    ref: useMergedRef(root, rootRef),
    handle: handle as Handle,
  })
}

interface BareCardProps extends ComponentPropsWithoutRef<'div'> {
  direction: 'ltr' | 'rtl'
  rootRef: Ref<HTMLDivElement>
}

/**
 * The root of a part that the page uses alone in its own form: it sets colours and direction, without the styles of a
 * card.
 */
export function BareCard({ direction, rootRef, className, style, ...rest }: BareCardProps) {
  const { colorScheme } = useLeydenContext()
  const root = useRef<HTMLDivElement>(null)
  return (
    <div
      {...rest}
      ref={useMergedRef(root, rootRef)}
      className={joinClasses('leyden leyden-bare ly-part', className)}
      style={useThemeStyle(root, style)}
      dir={direction}
      data-scheme={colorScheme}
    />
  )
}
