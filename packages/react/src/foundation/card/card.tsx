import { useComposedRefs } from '@radix-ui/react-compose-refs'
import { type ReactNode, type Ref, useRef } from 'react'
import { useLeydenContext } from '../provider/leyden-context.js'
import { useThemeStyle } from '../theme/use-theme.js'
import { PartElement, type PartProps } from './part.js'

/** The colours of a card. */
export type Tone = 'ok' | 'bad' | 'warn'

export interface CardProps extends PartProps<'section', never> {
  tag?: 'section' | 'div' | undefined
  /**
   * Our classes besides `leyden`. With `leyden-bare`, a part that the page uses alone has no styles of a card.
   *
   * @default 'ly-part'
   */
  layout?: string | undefined
  /** The accessible name of the widget. */
  name?: string | undefined
  direction: 'ltr' | 'rtl'
  state?: string | undefined
  tone?: Tone | undefined
  /** The code of the error that is shown. */
  code?: string | undefined
  rootRef?: Ref<HTMLElement> | undefined
  /** The handle that a `render` function of the page gets. */
  handle?: unknown
  /** What a screen reader announces. */
  announced?: string | undefined
  children?: ReactNode
}

/** The root of each widget: language, direction, colours, and the state for style rules and tests. */
export function Card(props: CardProps) {
  const { tag = 'section', layout = 'ly-part', name, direction, state, tone, code, ...rest } = props
  const { rootRef, handle, announced, style, children, ...pageProps } = rest
  const { locale, colorScheme } = useLeydenContext()
  const root = useRef<HTMLElement>(null)
  const own = {
    'aria-label': name,
    lang: locale,
    dir: direction,
    className: `leyden ${layout}`,
    style: useThemeStyle(root, style),
    'data-scheme': colorScheme,
    'data-state': state,
    'data-tone': tone,
    'data-code': code,
    children: (
      <>
        {children}
        {announced !== undefined && (
          <div className="ly-hidden ly-part" role="status">
            {announced}
          </div>
        )}
      </>
    ),
  }
  return (
    <PartElement
      tag={tag}
      own={own}
      pageProps={pageProps}
      handle={handle}
      ref={useComposedRefs(root, rootRef)}
    />
  )
}
